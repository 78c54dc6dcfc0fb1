/** A difference of two scores rounded to 1e-12, so that another order of computing makes no difference; never -0. */
export function roundDifference(difference: number): number {
  return Math.round(difference * 1e12) / 1e12 + 0
}
