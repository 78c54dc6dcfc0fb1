import { estimateMeans } from '../../src/statistics/estimate-mean.ts'
import { Random } from '../../src/statistics/random.ts'
import type { ScorePool } from './pools.ts'
import { percent, table } from './table.ts'

/** Trials that share one draw of resamples; a trial's own coverage does not notice. */
const BATCH = 250
const RESAMPLES = 500
const SIZES = [25, 50, 100, 200, 500]

/** (a) How often the BCa interval of a mean score holds the truth, in a table, and the coverages from n = 50. */
export function scoreCoverage(pools: readonly ScorePool[], trials: number): { text: string; from50: number[] } {
  const rows = pools.map(({ name, values }) => [name, ...SIZES.map((n) => coverage(values, n, trials))] as const)
  const from50 = rows.flatMap(([, , ...rest]) => rest as number[])
  const text = table(
    ['pool', ...SIZES.map((n) => `n = ${n}`)],
    rows.map(([name, ...shares]) => [name, ...(shares as number[]).map(percent)]),
  )
  return { text, from50 }
}

function coverage(pool: readonly number[], n: number, trials: number): number {
  const truth = pool.reduce((sum, value) => sum + value, 0) / pool.length
  const random = new Random(`scores ${n}`)
  let covered = 0
  for (let start = 0; start < trials; start += BATCH) {
    const columns = new Map<string, number[]>()
    for (let i = start; i < Math.min(trials, start + BATCH); i++) {
      columns.set(
        String(i),
        Array.from({ length: n }, () => pool[random.index(pool.length)]!),
      )
    }
    for (const { lower, upper } of estimateMeans(columns, { seed: `${start}`, resamples: RESAMPLES }).values()) {
      if (lower! <= truth + 1e-12 && truth - 1e-12 <= upper!) covered++
    }
  }
  return covered / trials
}
