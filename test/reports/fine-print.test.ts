import { describe, expect, it } from 'vitest'
import { finePrint } from '../../src/reports/fine-print.ts'
import type { Outcome } from '../../src/reports/report.ts'
import { firstRunOutcome, passingOutcome } from '../support/outcome.ts'

const commit = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678'

function against(base: NonNullable<Outcome['comparison']>['base'], baselineNote: string): string {
  const outcome = passingOutcome()
  const [first] = finePrint({ ...outcome, baselineNote, comparison: { ...outcome.comparison!, base } })
  return first!
}

describe('the fine print', () => {
  it.each([
    [{ label: 'old.json', commit, source: 'file' }, 'compared with old.json', 'against `old.json` (commit `a1b2c3d`)'],
    [{ label: 'old.json', commit: null, source: 'file' }, 'compared with old.json', 'against `old.json`'],
    [{ label: 'a.json', commit, source: 'file' }, 'b.json compared with a.json', 'against `a.json` (commit `a1b2c3d`)'],
    [
      { label: 'main at a1b2c3d', commit, source: 'recompute' },
      'main at a1b2c3d, evaluated in this run',
      'against main at a1b2c3d, evaluated in this run',
    ],
    [
      { label: 'x', commit, source: 'artifact' },
      'the report of run 42 for main at a1b2c3d',
      'against the report of run 42 for main at a1b2c3d',
    ],
    [{ label: 'x', commit, source: 'artifact' }, 'an artifact.', 'against `a1b2c3d` (an artifact)'],
  ])('names what was compared with once: %j', (base, note, text) => {
    expect(against(base, note)).toBe(text)
  })

  it('says why there is nothing to compare with', () => {
    expect(finePrint(firstRunOutcome(20))).toEqual([
      '20 questions',
      'no baseline yet: the next push to the base branch makes one',
    ])
  })

  it('leaves out what no rule could catch', () => {
    const outcome = passingOutcome()
    const results = outcome.verdict.results.map((one) => ({
      ...one,
      evidence: { ...one.evidence!, power: 'not enough changed questions to say' },
    }))
    const text = finePrint({ ...outcome, verdict: { ...outcome.verdict, results, deciding: results[0]! } }).join(' · ')
    expect(text).not.toMatch(/not enough/)
  })
})
