import { permutationLevel, reachableLevel } from './permutation-level.ts'
import type { DifferencePool } from './pools.ts'
import { percent, table } from './table.ts'

const CHANGED = [5, 6, 8, 10, 14, 15, 20, 30, 50, 100, 200]

export function permutationSection(pools: readonly DifferencePool[], trials: number): string {
  const graded = pools.filter(({ binary }) => !binary)
  const binary = pools.filter((pool) => pool.binary)
  const levels = CHANGED.map((m) => ({
    m,
    graded: permutationLevel(graded, m, trials),
    binary: permutationLevel(binary, m, trials),
  }))
  const rows = levels.map(({ m, ...found }) => [
    `${m}`,
    percent(found.graded),
    percent(found.binary),
    percent(reachableLevel(m)),
  ])
  const all = levels.flatMap((level) => [level.graded, level.binary])
  const enough = levels.filter(({ m }) => m >= 15).map((level) => level.graded)
  return `## (c) The permutation test when nothing is wrong

Real changes with their signs flipped by a coin: a test at 0.05 should find something in at most 5 % of them. Per cent of trials
in which it did (499 flips here, 10,000 in the program; all patterns up to m = 14), by the number of changed questions m:

${table(['m', 'graded', 'yes/no', 'most that yes/no can reach'], rows)}

Never above ${percent(Math.max(...all))} %; for graded scores at least ${percent(Math.min(...enough))} % from m = 15 on. Changes of
one size, as yes/no scores have, allow only a few different p, so no exact test can use up the whole 5 %: the last column is the
most that one can. Up to m = 5 there is no p below 0.05 at all.
`
}
