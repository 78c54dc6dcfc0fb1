import { macroAverage } from '../collections/macro-average.ts'

/** The mean of ours minus theirs over the same questions, with a 95 % interval by resampling questions. */
export function pairedDifference(ours: readonly number[], theirs: readonly number[]): string {
  const differences = ours.map((score, index) => score - theirs[index]!)
  const { point, lower, upper } = macroAverage([differences], 'paired difference')
  return `${point.toFixed(3)} (${lower.toFixed(3)} … ${upper.toFixed(3)})`
}
