import { expect, it } from 'vitest'
import { refusalToWrite } from '../../src/sweep/refusal-to-write.ts'
import type { SweepResult } from '../../src/sweep/sweep-result.ts'

/** As much of a result as the decision looks at: a winner that is not the current setting. */
const result = (more: object) =>
  ({
    metric: 'ndcg@10',
    rows: [{ winner: true, current: false }],
    test: null,
    noTest: '',
    ...more,
  }) as unknown as SweepResult

it('lets values be written that `test` was not asked about, for whatever reason is given', () => {
  expect(refusalToWrite(result({ noTest: 'a strategy that is called erred' }), false)).toBeNull()
})

it('refuses values where `test` was asked and erred', () => {
  expect(refusalToWrite(result({ noTest: '2 of its questions failed' }), true)).toBe(
    '`test` could not be asked: 2 of its questions failed',
  )
})

it('refuses values that lose on `test`, or find less there within the budget', () => {
  const gains = (gain: number, budget: number) => ({
    test: { gain: { difference: gain }, budgetGain: { difference: budget } },
  })
  expect(refusalToWrite(result(gains(-0.01, 0)), false)).toMatch(/^the best setting is worse on `test`: ndcg@10 −0\.01/)
  expect(refusalToWrite(result(gains(0.01, -0.02)), false)).toMatch(/within the token budget: −0\.02/)
  expect(refusalToWrite(result(gains(0.01, 0)), false)).toBeNull()
})
