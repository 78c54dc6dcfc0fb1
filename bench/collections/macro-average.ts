import { Random } from '../../src/statistics/random.ts'

const RESAMPLES = 10_000

export interface MacroAverage {
  readonly point: number
  readonly lower: number
  readonly upper: number
}

/**
 * The mean over collections of each one's mean over questions, with a 95 % percentile interval; questions are resampled within
 * each collection, and the collections are fixed.
 */
export function macroAverage(collections: readonly (readonly number[])[], seed: string): MacroAverage {
  const random = new Random(seed)
  const draws = collections.map((values) => new Int32Array(values.length))
  const resampled = Float64Array.from({ length: RESAMPLES }, () => {
    for (const draw of draws) random.fill(draw, draw.length)
    return mean(collections.map((values, index) => meanAt(values, draws[index]!)))
  }).sort()
  const quantile = (share: number) => resampled[Math.round(share * (RESAMPLES - 1))]!
  return { point: mean(collections.map(mean)), lower: quantile(0.025), upper: quantile(0.975) }
}

function meanAt(values: readonly number[], draw: Int32Array): number {
  let sum = 0
  for (const at of draw) sum += values[at]!
  return sum / draw.length
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
