/**
 * The share of a standard normal distribution below z, to about 1e-15: Hart's rational approximation as given by
 * Graeme West, "Better approximations to cumulative normal functions" (2005).
 */
export function normalCdf(z: number): number {
  const x = Math.abs(z)
  const tail = x > 37 ? 0 : Math.exp((-x * x) / 2) * (x < 7.07106781186547 ? near(x) : far(x))
  return z > 0 ? 1 - tail : tail
}

const NUMERATOR = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
]
const DENOMINATOR = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
]

function near(x: number): number {
  return polynomial(NUMERATOR, x) / polynomial(DENOMINATOR, x)
}

function far(x: number): number {
  return 1 / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 0.65))))) / 2.506628274631
}

/** Horner's scheme, highest power first. */
function polynomial(coefficients: readonly number[], x: number): number {
  return coefficients.reduce((sum, coefficient) => sum * x + coefficient, 0)
}
