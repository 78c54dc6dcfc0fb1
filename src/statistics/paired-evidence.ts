import { type DifferenceInterval, differenceInterval } from './difference-interval.ts'
import { pairedDifferences } from './paired-differences.ts'
import { signFlip } from './sign-flip.ts'
import { winTieLoss } from './win-tie-loss.ts'

export interface PairedOptions {
  /** One label a pair; `undefined` is a cluster of its own. */
  readonly clusters?: readonly (string | undefined)[]
  readonly seed: string
  /** 0.95 unless given. */
  readonly level?: number
  /** Sign flips behind p, where they are drawn; as many as `signFlip` takes unless given. */
  readonly flips?: number
}

/** What a comparison of two sides rests on. */
export interface PairedEvidence {
  /** Pairs, clusters of them, and pairs whose difference is not 0. */
  readonly n: number
  readonly clusters: number
  readonly changed: number
  /** Clusters that rose, stayed and fell: pairs, where nothing is clustered. */
  readonly wins: number
  readonly ties: number
  readonly losses: number
  /** Mean of now - base over the pairs. */
  readonly difference: number
  /**
   * Standard deviation of the differences, so that sd / sqrt(n) is the standard error of `difference` (with clusters: of
   * the clustered one). Null below two clusters.
   */
  readonly sd: number | null
  readonly interval: DifferenceInterval
  /** Two-sided sign-flip p of "no change"; null where nothing changed. */
  readonly p: number | null
}

/** Compares two equally long columns of scores, pair by pair in the given order. Throws a RangeError where they are not. */
export function pairedEvidence(
  base: readonly number[],
  now: readonly number[],
  { clusters, seed, level = 0.95, flips }: PairedOptions,
): PairedEvidence {
  const differences = pairedDifferences(base, now, clusters)
  const { values, sums, mean, standardError, changedClusters } = differences
  const n = values.length
  return {
    n,
    clusters: sums.length,
    changed: values.filter((value) => value !== 0).length,
    ...winTieLoss(sums),
    difference: mean,
    sd: standardError === null ? null : standardError * Math.sqrt(n),
    interval: differenceInterval(differences, level),
    p: changedClusters === 0 ? null : signFlip(sums, n, seed, flips),
  }
}
