import type { PairedDifferences } from './paired-differences.ts'
import { studentTQuantile } from './student-t-quantile.ts'

/** Where an interval of a mean difference lies: centre, standard error and degrees of freedom of Student's t. */
export interface AdjustedT {
  readonly center: number
  readonly standardError: number
  readonly degreesOfFreedom: number
}

/**
 * The mean difference with one made-up change added, half up and half down, of the size that changes have here (their
 * root mean square), and as many unchanged ones: Agresti and Min's (2005) adjustment for paired yes/no answers, carried
 * over to graded scores and to clusters. The degrees of freedom count what changed, since zeros say nothing about how
 * large changes are. Null where nothing changed.
 */
export function adjustedT({ values, sums, sizes, changedClusters }: PairedDifferences): AdjustedT | null {
  if (changedClusters === 0) return null
  const clusters = sums.length + 2
  const size = values.length / sums.length
  const n = values.length + 2 * size
  let total = 0
  let squaredSums = 0
  for (const sum of sums) {
    total += sum
    squaredSums += sum * sum
  }
  const center = total / n
  let squares = squaredSums / changedClusters + 2 * (center * size) ** 2
  for (let i = 0; i < sums.length; i++) squares += (sums[i]! - center * sizes[i]!) ** 2
  const standardError = Math.sqrt((squares * clusters) / (clusters - 1)) / n
  return { center, standardError, degreesOfFreedom: changedClusters + 1 }
}

/** Half the width of the interval in which Student's t has a share p below its upper end. */
export function marginOf({ standardError, degreesOfFreedom }: AdjustedT, p: number): number {
  return studentTQuantile(p, degreesOfFreedom) * standardError
}
