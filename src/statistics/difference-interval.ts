import { adjustedT, marginOf } from './adjusted-t.ts'
import { FEWEST_CHANGED_FOR_INTERVAL } from './interval-limits.ts'
import type { PairedDifferences } from './paired-differences.ts'

/** An interval of a difference, or the sentence that stands in its place. */
export type DifferenceInterval =
  | { readonly lower: number; readonly upper: number; readonly level: number; readonly method: string }
  | { readonly none: string }

/**
 * The two-sided interval of a mean paired difference, by the method that keeps its promise at the fewest changed
 * questions in docs/calibration.md. Where too few questions (or clusters) changed for any method, a sentence instead.
 */
export function differenceInterval(differences: PairedDifferences, level = 0.95): DifferenceInterval {
  const { values, changedClusters } = differences
  if (values.length === 0) return { none: 'no question to compare' }
  if (values.every((value) => value === 0)) return { none: 'no question changed' }
  const adjusted = adjustedT(differences)
  if (adjusted === null || changedClusters < FEWEST_CHANGED_FOR_INTERVAL) {
    return { none: 'too few changed questions for an interval' }
  }
  const margin = marginOf(adjusted, (1 + level) / 2)
  return { lower: adjusted.center - margin, upper: adjusted.center + margin, level, method: 'adjusted-t' }
}
