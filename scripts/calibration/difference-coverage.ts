import { adjustedT } from '../../src/statistics/adjusted-t.ts'
import { bootstrapInterval } from '../../src/statistics/bootstrap-interval.ts'
import { differencesOf, type PairedDifferences } from '../../src/statistics/paired-differences.ts'
import { Random } from '../../src/statistics/random.ts'
import { studentTQuantile } from '../../src/statistics/student-t-quantile.ts'
import { betaDraw } from './beta-draw.ts'
import type { DifferencePool } from './pools.ts'
import { sparseResample } from './sparse-resample.ts'

export const METHODS = ['adjusted-t', 't', 'percentile', 'bca', 'basic'] as const
export type Method = (typeof METHODS)[number]

/** Pool -> what share of its trials each method covered, and the one-sided bound of the adjusted t. */
export interface CellCoverage {
  readonly pools: ReadonlyMap<string, Readonly<Record<Method | 'one-sided', number>>>
}

const RESAMPLES = 400

/**
 * (b) Coverage when m of n questions changed. Nobody knows the true share of questions that change, so every share is
 * taken as equally likely beforehand: given m of n it is a draw from Beta(m + 1, n - m + 1). The m changes are drawn with
 * replacement from a pool's real changes; the truth is that share times their mean.
 */
export function differenceCoverage(
  pools: readonly DifferencePool[],
  n: number,
  m: number,
  trials: number,
): CellCoverage {
  const each = Math.ceil(trials / pools.length)
  const result = new Map<string, Record<Method | 'one-sided', number>>()
  for (const pool of pools) {
    const changes = pool.values.filter((value) => value !== 0)
    const mean = changes.reduce((sum, value) => sum + value, 0) / changes.length
    const random = new Random(`${pool.name} ${n} ${m}`)
    const hits = { 'adjusted-t': 0, t: 0, percentile: 0, bca: 0, basic: 0, 'one-sided': 0 }
    for (let trial = 0; trial < each; trial++) {
      const truth = betaDraw(m + 1, n - m + 1, random) * mean
      const values = new Array<number>(n).fill(0)
      for (let i = 0; i < m; i++) values[i] = changes[random.index(changes.length)]!
      tally(hits, differencesOf(values), m, truth, random)
    }
    for (const method of Object.keys(hits) as (keyof typeof hits)[]) hits[method] /= each
    result.set(pool.name, hits)
  }
  return { pools: result }
}

function tally(
  hits: Record<Method | 'one-sided', number>,
  d: PairedDifferences,
  changed: number,
  truth: number,
  random: Random,
): void {
  const count = (method: Method | 'one-sided', lower: number, upper: number) => {
    if (lower <= truth + 1e-12 && truth - 1e-12 <= upper) hits[method]++
  }
  const n = d.values.length
  const adjusted = adjustedT(d)!
  const margin = quantile(0.975, adjusted.degreesOfFreedom) * adjusted.standardError
  count('adjusted-t', adjusted.center - margin, adjusted.center + margin)
  count(
    'one-sided',
    adjusted.center - quantile(0.95, adjusted.degreesOfFreedom) * adjusted.standardError,
    Number.POSITIVE_INFINITY,
  )
  const plain = quantile(0.975, n - 1) * d.standardError!
  count('t', d.mean - plain, d.mean + plain)
  const resampled = sparseResample(d.sums, changed, RESAMPLES, random).sort()
  const total = d.mean * n
  const sample = { point: d.mean, resampled, jackknife: () => d.sums.map((x) => (total - x) / (n - 1)) }
  const percentile = bootstrapInterval(sample, 0.95, 'percentile')
  const bca = bootstrapInterval(sample, 0.95, 'bca')
  count('percentile', percentile.lower, percentile.upper)
  count('bca', bca.lower, bca.upper)
  count('basic', 2 * d.mean - percentile.upper, 2 * d.mean - percentile.lower)
}

/** The same few quantiles are asked for in every trial. */
const quantiles = new Map<string, number>()
function quantile(share: number, degreesOfFreedom: number): number {
  const key = `${share} ${degreesOfFreedom}`
  const known = quantiles.get(key) ?? studentTQuantile(share, degreesOfFreedom)
  quantiles.set(key, known)
  return known
}
