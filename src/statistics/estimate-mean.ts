import type { Estimate } from '../model.ts'
import { type BootstrapMethod, bootstrapInterval } from './bootstrap-interval.ts'
import { clusterIndex } from './cluster-index.ts'
import { type ClusterSums, clusterSums, ratioOf } from './cluster-sums.ts'
import { type Draws, drawsOf } from './draws.ts'
import { resample } from './resample.ts'

export interface EstimateOptions {
  /** One label a query; `undefined` is a cluster of its own. */
  readonly clusters?: readonly (string | undefined)[]
  /** Or what is drawn with it, where others draw with it too. */
  readonly seed: string | Draws
  /** 0.95 unless given. */
  readonly level?: number
  /** 10,000 unless given. */
  readonly resamples?: number
  /** `bca` unless given. */
  readonly method?: BootstrapMethod
}

/**
 * The mean over queries with its bootstrap interval, resampled by cluster. `method` prints the one used, `degenerate`
 * where all values are equal, and `none` where there are fewer than two values or clusters.
 */
export function estimateMean(values: readonly number[], options: EstimateOptions): Estimate {
  return estimateMeans(new Map([['', values]]), options).get('')!
}

/**
 * Estimates of several metrics over the same queries. One draw of queries serves all of them; a null is no value of that
 * metric, so its mean is a ratio of sums. Throws a RangeError where the columns are not equally long.
 */
export function estimateMeans(
  columns: ReadonlyMap<string, readonly (number | null)[]>,
  options: EstimateOptions,
): Map<string, Estimate> {
  const { seed, level = 0.95, resamples = 10_000, method = 'bca' } = options
  const length = columns.values().next().value?.length ?? 0
  const index = clusterIndex(length, options.clusters)
  const estimates = new Map<string, Estimate>()
  const open = new Map<string, ClusterSums>()
  for (const [name, values] of columns) {
    const sums = clusterSums(values, index)
    const settled = settledEstimate(values, sums, level)
    if (settled === null) open.set(name, sums)
    estimates.set(name, settled ?? { point: null, lower: null, upper: null, level, method, n: sums.n })
  }
  const resampled = resample([...open.values()], resamples, drawsOf(seed, index.count, resamples))
  let column = 0
  for (const [name, sums] of open) {
    const point = ratioOf(sums)
    const sample = { point, resampled: resampled[column++]!, jackknife: () => leaveOneOut(sums) }
    estimates.set(name, { point, ...bootstrapInterval(sample, level, method), level, n: sums.n })
  }
  return estimates
}

/** The estimate where there is nothing to resample; null where there is. */
function settledEstimate(values: readonly (number | null)[], sums: ClusterSums, level: number): Estimate | null {
  if (sums.n === 0) return { point: null, lower: null, upper: null, level, method: 'none', n: 0 }
  const first = values.find((value) => value !== null)!
  const equal = values.every((value) => value === null || value === first)
  const point = equal ? first : ratioOf(sums)
  const clusters = sums.sizes.filter((size) => size > 0).length
  if (clusters < 2) return { point, lower: null, upper: null, level, method: 'none', n: sums.n }
  return equal ? { point, lower: point, upper: point, level, method: 'degenerate', n: sums.n } : null
}

/** The mean without each cluster in turn; clusters without a value change nothing and are left out. */
function leaveOneOut({ sums, sizes }: ClusterSums): Float64Array {
  const sum = sums.reduce((total, value) => total + value, 0)
  const size = sizes.reduce((total, value) => total + value, 0)
  return sums.map((value, i) => (sum - value) / (size - sizes[i]!)).filter((_, i) => sizes[i]! > 0)
}
