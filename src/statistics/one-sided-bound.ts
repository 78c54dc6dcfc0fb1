import { adjustedT, marginOf } from './adjusted-t.ts'
import { binomialUpper } from './binomial-upper.ts'
import { FEWEST_CHANGED_FOR_INTERVAL, FEWEST_CLUSTERS, FEWEST_PAIRS_TO_PROVE_SAFE } from './interval-limits.ts'
import { type PairedDifferences, pairedDifferences } from './paired-differences.ts'

/** The largest drop that the data do not exclude, or why there is no such number. */
export type OneSidedBound =
  | { readonly bound: number; readonly level: number; readonly method: string }
  | { readonly bound: null; readonly reason: string }

export interface BoundOptions {
  readonly clusters?: readonly (string | undefined)[]
  /** 0.95 unless given. */
  readonly level?: number
  /** Hits and chunk hashes are the same on both sides: nothing can have dropped. */
  readonly identical?: boolean
  /** The most that one query can drop; 1 unless given. */
  readonly worstDrop?: number
}

/**
 * The one-sided upper bound of the drop (base - now). `adjusted-t` as for intervals; where too few changed for that, `share`: the exact
 * bound on the share of clusters that fell, each taken to fall by the worst that it can; where none changed,
 * `degenerate`: the 3/n bound on the share of changed queries. Undecidable below 30 pairs or 6 clusters.
 */
export function oneSidedBound(
  base: readonly number[],
  now: readonly number[],
  { clusters, level = 0.95, identical = false, worstDrop = 1 }: BoundOptions = {},
): OneSidedBound {
  const differences = pairedDifferences(base, now, clusters)
  const { values, sums, changedClusters } = differences
  if (values.length < FEWEST_PAIRS_TO_PROVE_SAFE) {
    return { bound: null, reason: `${values.length} pairs: a proof needs ${FEWEST_PAIRS_TO_PROVE_SAFE}` }
  }
  if (sums.length < FEWEST_CLUSTERS) {
    return { bound: null, reason: `${sums.length} clusters: a proof needs ${FEWEST_CLUSTERS}` }
  }
  if (values.every((value) => value === 0)) {
    return { bound: identical ? 0 : Math.min(1, 3 / sums.length) * worstDrop, level, method: 'degenerate' }
  }
  const adjusted = adjustedT(differences)
  if (adjusted === null || changedClusters < FEWEST_CHANGED_FOR_INTERVAL) {
    return shareBound(differences, level, worstDrop)
  }
  return { bound: marginOf(adjusted, level) - adjusted.center, level, method: 'adjusted-t' }
}

function shareBound({ values, sums, sizes }: PairedDifferences, level: number, worstDrop: number): OneSidedBound {
  const fell = sums.filter((sum) => sum < 0).length
  const share = binomialUpper(fell, sums.length, level)
  // A cluster is as large as the largest: the bound must hold whichever of them fall.
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  const bound = Math.min(1, (share * sums.length * largest) / values.length) * worstDrop
  return { bound, level, method: 'share' }
}
