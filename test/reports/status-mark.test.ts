import { expect, it } from 'vitest'
import { strategyStatus } from '../../src/reports/status-mark.ts'
import { passingOutcome } from '../support/outcome.ts'

it('is no pass for a strategy on which a pinned question fails, nor for any where none is named', () => {
  const outcome = passingOutcome()
  const names = Object.keys(outcome.report.strategies)
  const failingWith = (strategy: object) => {
    const pinned = [{ query: 'Q01', why: 'has no expected answer in the top 10', ...strategy }]
    const failed = { ...outcome, verdict: { ...outcome.verdict, status: 'fail' as const, pinned } }
    return names.filter((name) => strategyStatus(failed, name) === 'fail')
  }
  expect(names.filter((name) => strategyStatus(outcome, name) === 'fail')).toEqual([])
  expect(failingWith({ strategy: 'bm25' })).toEqual(['bm25'])
  expect(failingWith({})).toEqual(names)
})
