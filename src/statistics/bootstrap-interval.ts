import { quantile } from 'simple-statistics'
import { normalCdf } from './normal-cdf.ts'
import { normalQuantile } from './normal-quantile.ts'

export type BootstrapMethod = 'bca' | 'percentile' | 'basic'

export interface Interval {
  readonly lower: number
  readonly upper: number
  /** The method that was used: BCa falls back to `percentile` where its correction does not exist. */
  readonly method: string
}

/** What an interval is made from. */
export interface BootstrapSample {
  readonly point: number
  /** The statistic of each resample; NaN (nothing to average) is left out. */
  readonly resampled: Float64Array
  /** The statistic with one cluster left out at a time; only BCa asks for it. */
  jackknife(): Float64Array
}

/** The interval of a bootstrapped statistic: Efron & Tibshirani, "An Introduction to the Bootstrap" (1993), ch. 13 and 14. */
export function bootstrapInterval(sample: BootstrapSample, level: number, method: BootstrapMethod): Interval {
  const resampled = withoutNaN(sample.resampled)
  const tail = (1 - level) / 2
  if (method === 'bca') {
    const shares = correctedShares(resampled, sample, tail)
    if (shares !== null) return { ...between(resampled, shares), method }
  }
  const percentile = between(resampled, [tail, 1 - tail])
  if (method !== 'basic') return { ...percentile, method: 'percentile' }
  return { lower: 2 * sample.point - percentile.upper, upper: 2 * sample.point - percentile.lower, method }
}

function withoutNaN(values: Float64Array): Float64Array {
  return hasNaN(values) ? values.filter((value) => !Number.isNaN(value)) : values
}

function hasNaN(values: Float64Array): boolean {
  for (const value of values) if (Number.isNaN(value)) return true
  return false
}

/** Two quantiles, selected from a copy: sorting ten thousand values for each interval takes several times as long. */
function between(resampled: Float64Array, shares: [number, number]): { lower: number; upper: number } {
  const [lower, upper] = quantile(resampled as unknown as number[], shares) as [number, number]
  return { lower, upper }
}

/** BCa's two shares; null where the correction is not a number. */
function correctedShares(resampled: Float64Array, sample: BootstrapSample, tail: number): [number, number] | null {
  const bias = normalQuantile(shareBelow(resampled, sample.point))
  const skew = acceleration(sample.jackknife())
  const correct = (share: number): number => {
    const z = bias + normalQuantile(share)
    return normalCdf(bias + z / (1 - skew * z))
  }
  const shares: [number, number] = [correct(tail), correct(1 - tail)]
  return shares.every(Number.isFinite) && shares[0] <= shares[1] ? shares : null
}

/**
 * The share of resamples below the point, ties counting a half. Values within 1e-12 tie: the same mean summed in another
 * order differs in the last bits, and would otherwise fall on a side by chance.
 */
function shareBelow(resampled: Float64Array, point: number): number {
  let below = 0
  let ties = 0
  for (const value of resampled) {
    if (value < point - 1e-12) below++
    else if (value <= point + 1e-12) ties++
  }
  return (below + ties / 2) / resampled.length
}

/** Efron's acceleration: a sixth of the skewness of the leave-one-out statistics; 0 where they are all equal. */
export function acceleration(jackknife: Float64Array): number {
  const mean = jackknife.reduce((sum, value) => sum + value, 0) / jackknife.length
  let squares = 0
  let cubes = 0
  for (const value of jackknife) {
    const deviation = mean - value
    squares += deviation * deviation
    cubes += deviation * deviation * deviation
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5)
}
