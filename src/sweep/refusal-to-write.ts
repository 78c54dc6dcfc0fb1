import { difference } from '../numbers.ts'
import type { SweepResult } from './sweep-result.ts'

/** Why the winner's values do not go into the config; null where they may. `testErred`: `test` was asked, and could not be. */
export function refusalToWrite({ rows, test, noTest, metric }: SweepResult, testErred: boolean): string | null {
  const winner = rows.find((row) => row.winner)!
  if (winner.current) return 'the current setting is the best'
  if (test === null) return testErred ? `\`test\` could not be asked: ${noTest}` : null
  if (test.gain.difference < 0)
    return `the best setting is worse on \`test\`: ${metric} ${difference(test.gain.difference)}`
  const budget = test.budgetGain
  return budget !== null && budget.difference < 0
    ? `the best setting finds less on \`test\` within the token budget: ${difference(budget.difference)}`
    : null
}
