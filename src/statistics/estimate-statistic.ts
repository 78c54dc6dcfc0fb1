import type { Estimate } from '../model.ts'
import { bootstrapInterval } from './bootstrap-interval.ts'
import { type Draw, drawsOf, seedText } from './draws.ts'
import type { EstimateOptions } from './estimate-mean.ts'
import { Random } from './random.ts'

/** A number made from a sample; null where it has none. */
export type Statistic<T> = (sample: readonly T[]) => number | null

export type StatisticOptions = Omit<EstimateOptions, 'clusters'>

/**
 * Any statistic of one sample (a median, a quantile of latencies) with its bootstrap interval; `percentile` unless
 * another method is given, since BCa's jackknife does not work for quantiles. `method` is `degenerate` where every
 * resample gives the point, and `none` below two values.
 */
export function estimateStatistic<T>(
  samples: readonly T[],
  statistic: Statistic<T>,
  options: StatisticOptions,
): Estimate {
  return estimateOfKinds([samples], ([sample]) => statistic(sample!), options)
}

/** The same of a statistic that is made from sorted numbers: sorted once, a resample is only counted. */
export function estimateOfSorted(
  samples: readonly number[],
  statistic: (sorted: Float64Array) => number | null,
  options: StatisticOptions,
): Estimate {
  const ofKinds = ([sample]: readonly (readonly number[])[]) => statistic(Float64Array.from(sample!).sort())
  return estimateOfKinds([samples], ofKinds, options, (resamples) =>
    resampleSorted(samples, statistic, resamples, drawsOf(options.seed, samples.length, resamples)),
  )
}

/**
 * A statistic of two kinds of samples (top scores of answerable and of unanswerable queries), resampled within each
 * kind, so that every resample has as many of both as there are.
 */
export function estimateTwoKinds<T>(
  first: readonly T[],
  second: readonly T[],
  statistic: (first: readonly T[], second: readonly T[]) => number | null,
  options: StatisticOptions,
): Estimate {
  return estimateOfKinds([first, second], ([a, b]) => statistic(a!, b!), options)
}

type KindsStatistic<T> = (kinds: readonly (readonly T[])[]) => number | null

function estimateOfKinds<T>(
  kinds: readonly (readonly T[])[],
  statistic: KindsStatistic<T>,
  { seed, level = 0.95, resamples = 10_000, method = 'percentile' }: StatisticOptions,
  resample = (count: number) => resampleKinds(kinds, statistic, count, new Random(seedText(seed))),
): Estimate {
  const n = kinds.reduce((sum, kind) => sum + kind.length, 0)
  const point = kinds.some((kind) => kind.length === 0) ? null : statistic(kinds)
  if (point === null || kinds.every((kind) => kind.length < 2))
    return { point, lower: null, upper: null, level, method: 'none', n }
  const resampled = resample(resamples)
  if (resampled.every(Number.isNaN)) return { point, lower: null, upper: null, level, method: 'none', n }
  if (resampled.every((value) => value === point)) {
    return { point, lower: point, upper: point, level, method: 'degenerate', n }
  }
  const sample = { point, resampled, jackknife: () => leaveOneOut(kinds, statistic) }
  return { point, ...bootstrapInterval(sample, level, method), level, n }
}

function resampleKinds<T>(
  kinds: readonly (readonly T[])[],
  statistic: KindsStatistic<T>,
  resamples: number,
  random: Random,
): Float64Array {
  const draws = kinds.map((kind) => new Int32Array(kind.length))
  const drawn = kinds.map((kind) => [...kind])
  const resampled = new Float64Array(resamples)
  for (let turn = 0; turn < resamples; turn++) {
    for (const [k, kind] of kinds.entries()) {
      const indexes = draws[k]!
      random.fill(indexes, kind.length)
      for (let i = 0; i < indexes.length; i++) drawn[k]![i] = kind[indexes[i]!]!
    }
    resampled[turn] = statistic(drawn) ?? Number.NaN
  }
  return resampled
}

/** Draws as `resampleKinds` does, and hands out each draw in order. */
function resampleSorted(
  samples: readonly number[],
  statistic: (sorted: Float64Array) => number | null,
  resamples: number,
  draws: Draw,
): Float64Array {
  const inOrder = [...samples.keys()].sort((a, b) => samples[a]! - samples[b]!)
  const ranks = new Int32Array(samples.length)
  for (const [rank, index] of inOrder.entries()) ranks[index] = rank
  const values = Float64Array.from(inOrder, (index) => samples[index]!)
  const draw = new Int32Array(samples.length)
  const counts = new Int32Array(samples.length)
  const written = new Float64Array(samples.length + OFTEN)
  const sorted = written.subarray(0, samples.length)
  const resampled = new Float64Array(resamples)
  for (let turn = 0; turn < resamples; turn++) {
    draws(draw)
    counts.fill(0)
    for (let i = 0; i < draw.length; i++) counts[ranks[draw[i]!]!]!++
    writeOut(counts, values, written)
    resampled[turn] = statistic(sorted) ?? Number.NaN
  }
  return resampled
}

/** A value is seldom drawn more often. */
const OFTEN = 3

/**
 * Writes each value as often as it was drawn. What is written too much is overwritten by the next value: a loop of 0 to 3
 * turns would be guessed wrong by the processor at every second value.
 */
function writeOut(counts: Int32Array, values: Float64Array, to: Float64Array): void {
  let at = 0
  for (let rank = 0; rank < counts.length; rank++) {
    const value = values[rank]!
    const end = at + counts[rank]!
    to[at] = value
    to[at + 1] = value
    to[at + 2] = value
    for (let more = at + OFTEN; more < end; more++) to[more] = value
    at = end
  }
}

/** The statistic without each value of each kind in turn, where it still has one. */
function leaveOneOut<T>(kinds: readonly (readonly T[])[], statistic: KindsStatistic<T>): Float64Array {
  const values: number[] = []
  kinds.forEach((kind, k) => {
    kind.forEach((_, left) => {
      const without = kinds.map((other, i) => (i === k ? other.filter((_, j) => j !== left) : other))
      if (without.every((part) => part.length > 0)) values.push(statistic(without) ?? Number.NaN)
    })
  })
  return Float64Array.from(values.filter((value) => !Number.isNaN(value)))
}
