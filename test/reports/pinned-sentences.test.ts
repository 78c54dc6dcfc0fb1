import { describe, expect, it } from 'vitest'
import { renderComment } from '../../src/reports/comment.ts'
import { renderHtml } from '../../src/reports/html-report.ts'
import { pinnedSentences } from '../../src/reports/pinned-sentences.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { renderSummary } from '../../src/reports/summary.ts'
import { passingOutcome } from '../support/outcome.ts'

const ROOM = { maxBytes: 60_000 }
const why = 'has no expected answer in the top 10'

function failingOn(strategies: readonly string[], queries = ['Q01']): Outcome {
  const outcome = passingOutcome()
  const [first] = Object.values(outcome.report.strategies)
  const names = ['bm25', 'dense', 'hybrid', 'graph', 'hyde', 'qna', 'rerank']
  return {
    ...outcome,
    report: { ...outcome.report, strategies: Object.fromEntries(names.map((name) => [name, first!])) },
    verdict: {
      ...outcome.verdict,
      status: 'fail',
      pinned: queries.flatMap((query) => strategies.map((strategy) => ({ query, strategy, why }))),
    },
  }
}

const QUESTION = 'Pinned question `Q01` (How are passwords hashed before they are stored?)'

describe('a pinned question that fails', () => {
  it.each([
    [['hybrid'], 'on `hybrid`'],
    [['bm25', 'dense', 'hybrid'], 'on `bm25`, `dense`, `hybrid`'],
    [['dense', 'graph', 'hyde', 'qna', 'rerank', 'hybrid'], 'on `dense`, `graph` and 4 more'],
    [['bm25', 'dense', 'hybrid', 'graph', 'hyde', 'qna', 'rerank'], 'on all 7 strategies'],
  ])('is one sentence for %s', (strategies, on) => {
    expect(pinnedSentences(failingOn(strategies))).toEqual([`${QUESTION} ${why} ${on}.`])
  })

  it('is one line of every report, however many strategies fail it', () => {
    const outcome = failingOn(['dense', 'graph', 'hyde', 'qna', 'rerank'])
    const texts = [
      renderComment(outcome, { timing: false }, ROOM),
      renderSummary(outcome, { timing: false }, ROOM),
      renderHtml(outcome, { timing: false }),
    ]
    for (const text of texts) expect(text.match(/Pinned question/g)).toHaveLength(1)
  })

  it('is counted where there are many', () => {
    const sentences = pinnedSentences(failingOn(['dense'], ['Q01', 'Q02', 'Q03', 'Q04', 'Q05', 'Q06', 'Q07']))
    expect(sentences).toHaveLength(6)
    expect(sentences.at(-1)).toBe('2 more pinned questions fail.')
  })

  it('is told with its former words where it was removed, and only once', () => {
    const outcome = passingOutcome()
    const removed = {
      ...outcome,
      comparison: {
        ...outcome.comparison!,
        queries: { ...outcome.comparison!.queries, pinnedRemoved: ['Q99'], texts: { Q99: 'Is it `safe`?' } },
      },
      verdict: { ...outcome.verdict, status: 'fail' as const, pinned: [{ query: 'Q99', why: 'was removed' }] },
    }
    const comment = renderComment(removed, { timing: false }, ROOM)
    expect(comment).toContain("📌 Pinned question `Q99` (Is it 'safe'?) was removed.")
    expect(comment).not.toContain('Pinned questions were removed')
  })
})
