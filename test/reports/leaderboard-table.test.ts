import { describe, expect, it } from 'vitest'
import type { EvaluationReport } from '../../src/baseline/report-schema.ts'
import { verdictText } from '../../src/commands/verdict-text.ts'
import { renderComment } from '../../src/reports/comment.ts'
import { renderHtml } from '../../src/reports/html-report.ts'
import { renderJson } from '../../src/reports/json.ts'
import { leaderboardTable } from '../../src/reports/leaderboard-table.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { standingsSentence } from '../../src/reports/standings.ts'
import { renderSummary } from '../../src/reports/summary.ts'
import { firstRunOutcome } from '../support/outcome.ts'

const all = { timing: true }
const room = { maxBytes: 1_000_000 }

/** Three strategies: `dense` is a little behind `hybrid`, `bm25` far, on 84 questions. */
function outcome(): Outcome {
  const first = firstRunOutcome()
  const scored = (name: string, missed: number, more: Partial<EvaluationReport['strategies'][string]> = {}) => {
    const { index: _, ...strategy } = first.report.strategies[name]!
    const ids = Object.keys(strategy.queries)
    const queries = Object.fromEntries(ids.map((id, index) => [id, { 'ndcg@10': index < missed ? 0 : 1 }]))
    const estimate = { ...strategy.summary['ndcg@10']!, point: 1 - missed / 84 }
    return { ...strategy, queries, summary: { ...strategy.summary, 'ndcg@10': estimate }, ...more }
  }
  const index = { chunks: 900, bytes: 3_400_000, counts: { postings: 120_000 } }
  const strategies = { bm25: scored('bm25', 30, { index }), dense: scored('dense', 2), hybrid: scored('hybrid', 0) }
  const timing = { seconds: 2, indexing: { bm25: 12.34, dense: 2500, hybrid: 2512.3 } }
  return { ...first, report: { ...first.report, strategies, timing } }
}

const SENTENCE = 'Best by `ndcg@10`: `hybrid`; not distinguishable from it: `dense` (p = .50).'

describe('the leaderboard', () => {
  it('says in words how each strategy stands to the best', () => {
    const { columns, rows } = leaderboardTable(outcome(), all)
    const words = columns.findIndex(({ heading }) => heading === 'compared with the best')
    expect(rows.map((cells) => [cells[0], cells[words]])).toEqual([
      ['`hybrid`', 'the best'],
      ['`dense`', 'not distinguishable (p = .50)'],
      ['`bm25`', 'behind (p < .001)'],
    ])
    expect(standingsSentence(outcome())).toBe(SENTENCE)
  })

  it('shows metrics with intervals, latency, and what each index takes', () => {
    const { columns, rows } = leaderboardTable(outcome(), all)
    const ofBm25 = Object.fromEntries(columns.map(({ heading }, index) => [heading, rows[2]![index]]))
    expect(ofBm25).toMatchObject({
      '`ndcg@10`': '0.643 (0.700 … 0.800)',
      '`mrr`': '0.750 (0.700 … 0.800)',
      '`latency-p50`': '3.0 ms',
      'index time': '12 ms',
      chunks: '900',
      'index size': '3.4 MB',
      'index holds': '120000 postings',
    })
    expect(rows[1]![columns.findIndex(({ heading }) => heading === 'index time')]).toBe('2.5 s')
    expect(rows[1]![columns.findIndex(({ heading }) => heading === 'index size')]).toBe('n/a')
  })

  it('leaves times out where nothing may vary', () => {
    const headings = leaderboardTable(outcome(), { timing: false }).columns.map(({ heading }) => heading)
    expect(headings).toContain('index size')
    expect(headings.filter((heading) => /time|latency/.test(heading))).toEqual([])
    expect(renderJson(outcome(), { timing: false }, room)).not.toMatch(/indexing|latency-p50/)
  })

  it('is in every report, folded in the comment, and a sentence in the terminal', () => {
    expect(renderComment(outcome(), all, room)).toContain(`<details><summary>Leaderboard</summary>\n\n${SENTENCE}`)
    expect(renderSummary(outcome(), all, room)).toContain('#### Leaderboard, by `ndcg@10`')
    expect(renderHtml(outcome(), all)).toContain('<h2>Leaderboard, by <code>ndcg@10</code></h2>')
    const { leaderboard } = JSON.parse(renderJson(outcome(), all, room))
    expect(leaderboard).toMatchObject({ metric: 'ndcg@10', best: 'hybrid' })
    expect(verdictText(outcome())).toContain(SENTENCE.replaceAll('`', ''))
    expect(verdictText(outcome())).toContain('index size')
  })

  it('says once of many that none can be told from the best', () => {
    const { report, ...rest } = outcome()
    const [dense, hybrid] = [report.strategies.dense!, report.strategies.hybrid!]
    const others = ['a', 'b', 'c', 'd', 'e'].map((name) => [name, dense])
    const many = { ...rest, report: { ...report, strategies: { hybrid, ...Object.fromEntries(others) } } }
    expect(standingsSentence(many)).toBe(
      'Best by `ndcg@10`: `hybrid`; not distinguishable from it: all 5 others (p = 1).',
    )
  })

  it('has nothing to say of a strategy alone', () => {
    const { report, ...rest } = outcome()
    const alone = { ...rest, report: { ...report, strategies: { bm25: report.strategies.bm25! } } }
    expect(standingsSentence(alone)).toBeNull()
    expect(leaderboardTable(alone, all).columns.map(({ heading }) => heading)).not.toContain('compared with the best')
    expect(renderComment(alone, all, room)).not.toContain('Leaderboard')
  })
})
