/** A difference of two scores without the noise of its last bits: rounded to 1e-12. */
export function roundDifference(difference: number): number {
  const rounded = Math.round(difference * 1e12) / 1e12
  return rounded === 0 ? 0 : rounded
}
