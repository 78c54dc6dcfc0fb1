import { describe, expect, it } from 'vitest'
import { verdictText } from '../../src/commands/verdict-text.ts'
import { renderComment } from '../../src/reports/comment.ts'
import { renderHtml } from '../../src/reports/html-report.ts'
import { renderJson } from '../../src/reports/json.ts'
import { overTime } from '../../src/reports/over-time.ts'
import { renderSummary } from '../../src/reports/summary.ts'
import { failingOutcome, firstRunOutcome, passingOutcome, withEarlierRuns } from '../support/outcome.ts'

const SENTENCE =
  'Against the best earlier run (`b3e5f70`, 2026-09-01): `hybrid` ndcg@10 0.930 → 0.900 (−0.030), over 20 shared questions.'
const ROOM = { maxBytes: 60_000 }

describe('how retrieval stands over time', () => {
  it.each([
    ['a pass', passingOutcome()],
    ['a failure', failingOutcome()],
    ['a first run', firstRunOutcome()],
  ])('is told by every report of %s, and by none without earlier runs', (_, plain) => {
    const outcome = withEarlierRuns(plain)
    const texts = (told: typeof outcome) => [
      renderComment(told, { timing: true }, ROOM),
      renderSummary(told, { timing: true }, ROOM),
      renderHtml(told, { timing: true }).replace(/<\/?code>/g, '`'),
      verdictText(told),
    ]
    expect(overTime(outcome)[0]).toBe(SENTENCE)
    for (const text of texts(outcome)) expect(text).toContain(SENTENCE)
    for (const text of texts(plain)) expect(text).not.toMatch(/earlier run|Over time/)
  })

  it('is the same with --no-timing, for it is of runs that are over', () => {
    const outcome = withEarlierRuns(passingOutcome())
    const { overTime: kept } = JSON.parse(renderJson(outcome, { timing: false }, { maxBytes: 1e9 }))
    expect(kept).toEqual(outcome.report.overTime)
  })

  it('is told of a gain with its sign, and of no change as 0', () => {
    const { report } = withEarlierRuns(passingOutcome())
    const [best, month] = report.overTime!
    const told = overTime({
      report: {
        ...report,
        overTime: [
          { ...best!, now: 0.95 },
          { ...month!, before: 0.9 },
        ],
      },
    })
    expect(told[0]).toContain('0.930 → 0.950 (+0.020)')
    expect(told[1]).toContain(
      'Against a run at least 30 days old (`c4a6d80`, 2026-10-28): `hybrid` ndcg@10 0.900 → 0.900 (0)',
    )
  })

  it('lets the name of a strategy be no Markdown', () => {
    const { report, ...rest } = withEarlierRuns(passingOutcome())
    const strategy = '`@octocat` <b>[x](http://evil.example)'
    const outcome = { ...rest, report: { ...report, overTime: report.overTime!.map((one) => ({ ...one, strategy })) } }
    const comment = renderComment(outcome, { timing: true }, ROOM)
    const line = comment.split('\n').find((one) => one.startsWith('**Over time**'))
    expect(line).toContain("`'@octocat' <b>[x](http://evil.example)`")
  })
})
