import { expect, it } from 'vitest'
import { planText, type ShownPlan } from '../../src/commands/plan-text.ts'

const line = {
  ...{
    strategy: 'dense',
    role: 'embedder' as const,
    entry: 'small',
    model: 'openai/m',
    calls: 1,
    asked: 3,
    recalled: 0,
  },
  ...{ recalledTokens: 0, recalledCost: 0, inputTokens: 60, outputTokens: 0, estimated: true, cost: 0.000_001_2 },
}

const planned = (cost: number): ShownPlan => ({
  ...{ lines: [{ ...line, cost }], calls: 1, cost, isGuess: false, unpriced: [], unplanned: [], keys: [], limits: {} },
})

it('a cost that is small is not shown as none, and none as none', () => {
  expect(planText(planned(0.000_001_2))).toMatch(/ < 0\.0001\n\nJust 1 call, .*, at a cost of less than 0\.0001\. /)
  expect(planText(planned(0.02))).toMatch(/ 0\.0200\n\nJust 1 call, .*, at a cost of about 0\.0200\. /)
  expect(planText(planned(0))).toMatch(/ 0\n\nJust 1 call, .*, at a cost of 0\. /)
})
