/** Which cluster each query belongs to, as numbers in order of first appearance. */
export interface ClusterIndex {
  readonly of: Int32Array
  readonly count: number
}

/**
 * Numbers the clusters of n queries; without labels, and where a label is `undefined`, a query is a cluster of its own.
 * Throws a RangeError when there are not as many labels as queries.
 */
export function clusterIndex(n: number, labels?: readonly (string | undefined)[]): ClusterIndex {
  if (labels === undefined) return { of: Int32Array.from({ length: n }, (_, i) => i), count: n }
  if (labels.length !== n) throw new RangeError(`${labels.length} cluster labels for ${n} queries`)
  const numbers = new Map<string, number>()
  let count = 0
  const of = Int32Array.from(labels, (label) => {
    if (label === undefined) return count++
    const known = numbers.get(label)
    if (known !== undefined) return known
    numbers.set(label, count)
    return count++
  })
  return { of, count }
}
