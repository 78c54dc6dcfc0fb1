import type { PairedDifferences } from './paired-differences.ts'
import { studentTCdf } from './student-t-cdf.ts'

export interface PairedT {
  readonly t: number
  readonly degreesOfFreedom: number
  /** Two-sided p of "no change". */
  readonly p: number
}

/**
 * Student's paired t-test, on clusters with clusters - 1 degrees of freedom (the same as the usual test for clusters of
 * one). Null where it does not exist: fewer than two clusters, or no spread.
 */
export function pairedT({ sums, mean, standardError }: PairedDifferences): PairedT | null {
  if (standardError === null || standardError === 0) return null
  const t = mean / standardError
  const degreesOfFreedom = sums.length - 1
  return { t, degreesOfFreedom, p: 2 * studentTCdf(-Math.abs(t), degreesOfFreedom) }
}
