import { chanceOfFailing } from '../../src/statistics/chance-of-failing.ts'
import { FEWEST_CHANGED_FOR_P } from '../../src/statistics/interval-limits.ts'
import { oneSidedBound } from '../../src/statistics/one-sided-bound.ts'
import { differencesOf } from '../../src/statistics/paired-differences.ts'
import type { PowerConfidence } from '../../src/statistics/power.ts'
import { Random } from '../../src/statistics/random.ts'
import { signFlip } from '../../src/statistics/sign-flip.ts'
import type { DifferencePool } from './pools.ts'

const FLIPS = 499
const MAX_DROP = 0.02

export interface PowerCheck {
  readonly drop: number
  /** The share of questions that the change changes. */
  readonly changed: number
  readonly predicted: number
  readonly observed: number
}

/**
 * (d) How often a rule with maxDrop 0.02 fails on fresh samples of a real change, against what the formula says from the
 * moments of the whole pool, as a history would give it.
 */
export function powerCheck(pool: DifferencePool, confidence: PowerConfidence, n: number, trials: number): PowerCheck {
  const { mean, standardError } = differencesOf(pool.values)
  const sd = standardError! * Math.sqrt(pool.values.length)
  const random = new Random(`power ${pool.name} ${confidence} ${n}`)
  const unchanged = new Array<number>(n).fill(0)
  let failed = 0
  for (let trial = 0; trial < trials; trial++) {
    const sample = Array.from({ length: n }, () => pool.values[random.index(pool.values.length)]!)
    if (fails(sample, unchanged, confidence, `${trial}`)) failed++
  }
  const changed = pool.values.filter((value) => value !== 0).length / pool.values.length
  const shape = { changed, skewness: moment(pool.values, mean, sd, 3), kurtosis: moment(pool.values, mean, sd, 4) }
  const plan = { maxDrop: MAX_DROP, sd, n, confidence, drop: -mean, ...shape, ...(pool.binary ? { step: 1 } : {}) }
  const predicted = chanceOfFailing(plan)!
  return { drop: -mean, changed, predicted, observed: failed / trials }
}

function moment(values: readonly number[], mean: number, sd: number, power: number): number {
  return values.reduce((sum, value) => sum + ((value - mean) / sd) ** power, 0) / values.length
}

function fails(
  sample: readonly number[],
  zeros: readonly number[],
  confidence: PowerConfidence,
  seed: string,
): boolean {
  if (confidence === 'prove-safe') {
    const { bound } = oneSidedBound(zeros, sample)
    return bound === null || bound >= MAX_DROP
  }
  const { sums, mean, changedClusters } = differencesOf(sample)
  if (-mean <= MAX_DROP + 1e-12) return false
  return (
    confidence === 'observed' ||
    changedClusters < FEWEST_CHANGED_FOR_P ||
    signFlip(sums, sample.length, seed, FLIPS) <= 0.05
  )
}
