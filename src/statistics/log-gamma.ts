const G = 7
const COEFFICIENTS = [
  0.9999999999998099, 676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
]

/** The natural logarithm of the gamma function for x > 0.5, to about 1e-14: Lanczos' series with Godfrey's coefficients. */
export function logGamma(x: number): number {
  const shifted = x - 1
  const base = shifted + G + 0.5
  const series = COEFFICIENTS.reduce((sum, c, i) => (i === 0 ? c : sum + c / (shifted + i)), 0)
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(base) - base + Math.log(series)
}
