import type { ClusterIndex } from './cluster-index.ts'

/** Per cluster: the sum of its values and how many there are. The mean over queries is sum of sums over sum of sizes. */
export interface ClusterSums {
  readonly sums: Float64Array
  readonly sizes: Float64Array
  /** Every cluster has exactly one value, so that a mean needs no sizes. */
  readonly single: boolean
  /** How many values there are. */
  readonly n: number
}

/** Adds up a column of values by cluster, in the given order; a null is no value. Throws a RangeError for a wrong length. */
export function clusterSums(values: readonly (number | null)[], index: ClusterIndex): ClusterSums {
  if (values.length !== index.of.length) throw new RangeError(`${values.length} values for ${index.of.length} queries`)
  const sums = new Float64Array(index.count)
  const sizes = new Float64Array(index.count)
  values.forEach((value, i) => {
    if (value === null) return
    sums[index.of[i]!]! += value
    sizes[index.of[i]!]! += 1
  })
  const n = sizes.reduce((total, size) => total + size, 0)
  return { sums, sizes, single: sizes.every((size) => size === 1), n }
}

/** Sum of the sums over sum of the sizes: the mean over queries. NaN without values. */
export function ratioOf({ sums, sizes }: ClusterSums): number {
  let sum = 0
  let size = 0
  for (let i = 0; i < sums.length; i++) {
    sum += sums[i]!
    size += sizes[i]!
  }
  return sum / size
}
