import { describe, expect, it } from 'vitest'
import { reportSchema } from '../../src/baseline/report-schema.ts'
import { renderJson } from '../../src/reports/json.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { failingOutcome, passingOutcome } from '../support/outcome.ts'

const LARGE = { maxBytes: 100_000_000 }
const render = (outcome: Outcome, timing = true) => renderJson(outcome, { timing }, LARGE)

describe('report.json', () => {
  it('is read back as the evaluation it holds', () => {
    const outcome = failingOutcome()
    expect(reportSchema.parse(JSON.parse(render(outcome)))).toEqual(outcome.report)
  })

  it('holds the comparison, the verdict and the note on the baseline', () => {
    const outcome = failingOutcome()
    const { comparison, verdict, baselineNote } = JSON.parse(render(outcome)) as Outcome
    expect(comparison).toEqual(outcome.comparison)
    expect(verdict).toEqual(outcome.verdict)
    expect(baselineNote).toBe(outcome.baselineNote)
  })

  it('keeps what varies between identical runs under timing, latency and platform, and leaves it out when asked', () => {
    const other = failingOutcome()
    const moved = {
      ...other,
      report: { ...other.report, timing: { seconds: 9 }, latency: {}, platform: { node: '24' } },
    }
    expect(render(moved)).not.toBe(render(other))
    expect(render(moved, false)).toBe(render(other, false))
    expect(Object.keys(JSON.parse(render(other, false)) as object)).not.toContain('timing')
  })

  it('does not depend on the order in which documents and rankings were found', () => {
    const outcome = passingOutcome(12)
    const documents = Object.fromEntries(Object.entries(outcome.report.documents).reverse())
    expect(render({ ...outcome, report: { ...outcome.report, documents } })).toBe(render(outcome))
  })

  it('has one line a ranking, a query and a hit', () => {
    const lines = render(failingOutcome()).split('\n')
    expect(lines.filter((line) => /^\s+"Q\d+": \[\[1,2\.5\],\[0,1\.25\]\],?$/.test(line))).toHaveLength(3 * 84)
    expect(lines.filter((line) => /^\s+"Q\d+": \{"text":/.test(line))).toHaveLength(84)
  })

  it('leaves out the queries of the comparison when it would be too large, and says so when that is not enough', () => {
    const outcome = failingOutcome()
    const size = Buffer.byteLength(render(outcome))
    const smaller = renderJson(outcome, { timing: true }, { maxBytes: size - 1 })
    expect(reportSchema.parse(JSON.parse(smaller))).toEqual(outcome.report)
    expect((JSON.parse(smaller) as Outcome).comparison!.strategies[2]!.changes).toEqual([])
    expect(() => renderJson(outcome, { timing: true }, { maxBytes: 1000 })).toThrow(/84 queries would be larger/)
  })
})
