import { roundDifference } from '../round-difference.ts'
import { clusterIndex } from './cluster-index.ts'
import { clusterSums } from './cluster-sums.ts'

/** Paired differences, query by query and by cluster. */
export interface PairedDifferences {
  /** now - base, rounded to 1e-12, in the given order. */
  readonly values: readonly number[]
  /** Sum and number of the differences of each cluster. */
  readonly sums: Float64Array
  readonly sizes: Float64Array
  /** Clusters whose sum is not 0. */
  readonly changedClusters: number
  /** Sum of the differences over the number of queries; 0 without queries. */
  readonly mean: number
  /** Standard error of the mean, from the clusters; null below two clusters. */
  readonly standardError: number | null
}

/** Differences of two equally long columns of scores. Throws a RangeError where they are not. */
export function pairedDifferences(
  base: readonly number[],
  now: readonly number[],
  clusters?: readonly (string | undefined)[],
): PairedDifferences {
  if (base.length !== now.length) throw new RangeError(`${base.length} scores at base, ${now.length} now`)
  return differencesOf(
    base.map((score, i) => roundDifference(now[i]! - score)),
    clusters,
  )
}

/** The same from differences that are already there. */
export function differencesOf(
  values: readonly number[],
  clusters?: readonly (string | undefined)[],
): PairedDifferences {
  const { sums, sizes } = clusterSums(values, clusterIndex(values.length, clusters))
  const mean = values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
  for (let i = 0; i < sums.length; i++) sums[i] = roundDifference(sums[i]!)
  const changedClusters = sums.reduce((count, sum) => (sum === 0 ? count : count + 1), 0)
  return { values, sums, sizes, changedClusters, mean, standardError: standardError(sums, sizes, mean, values.length) }
}

/**
 * Linearised (Taylor) standard error of a ratio of cluster totals (Cochran, "Sampling Techniques", 1977, 9A); with
 * clusters of one it is the standard deviation over the root of n.
 */
function standardError(sums: Float64Array, sizes: Float64Array, mean: number, n: number): number | null {
  const clusters = sums.length
  if (clusters < 2) return null
  let squares = 0
  for (let i = 0; i < clusters; i++) squares += (sums[i]! - mean * sizes[i]!) ** 2
  return Math.sqrt((squares * clusters) / (clusters - 1)) / n
}
