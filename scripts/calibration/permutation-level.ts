import { Random } from '../../src/statistics/random.ts'
import { signFlip } from '../../src/statistics/sign-flip.ts'
import type { DifferencePool } from './pools.ts'

const FLIPS = 499

/** (c) How often the sign-flip test finds something at 0.05 where every change's sign is a coin flip. */
export function permutationLevel(pools: readonly DifferencePool[], m: number, trials: number): number {
  const changes = pools.map(({ values }) => values.filter((value) => value !== 0))
  const random = new Random(`permutation ${m} ${pools.length}`)
  let rejected = 0
  for (let trial = 0; trial < trials; trial++) {
    const pool = changes[trial % changes.length]!
    const sums = Array.from({ length: m }, () => pool[random.index(pool.length)]! * (random.unit() < 0.5 ? -1 : 1))
    if (signFlip(sums, m, `${trial}`, FLIPS) <= 0.05) rejected++
  }
  return rejected / trials
}

/** The most that a two-sided sign test at 0.05 can reach with m changes of one size: p comes in steps. */
export function reachableLevel(m: number): number {
  let tail = 0
  let term = 0.5 ** m
  for (let k = 0; k < m / 2; k++) {
    if (2 * (tail + term) > 0.05) break
    tail += term
    term *= (m - k) / (k + 1)
  }
  return 2 * tail
}
