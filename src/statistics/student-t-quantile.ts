import { logGamma } from './log-gamma.ts'
import { normalQuantile } from './normal-quantile.ts'
import { studentTCdf } from './student-t-cdf.ts'

/**
 * The t below which a share p (0 < p < 1) of Student's t distribution with `df` >= 1 degrees of freedom lies. Newton's
 * steps from the normal quantile: right of zero the distribution function is concave, so they rise to the root.
 */
export function studentTQuantile(p: number, df: number): number {
  if (p === 0.5) return 0
  if (p < 0.5) return -studentTQuantile(1 - p, df)
  const scale = logGamma((df + 1) / 2) - logGamma(df / 2) - Math.log(df * Math.PI) / 2
  let t = normalQuantile(p)
  for (let i = 0; i < 200; i++) {
    const density = Math.exp(scale - ((df + 1) / 2) * Math.log1p((t * t) / df))
    const step = (p - studentTCdf(t, df)) / density
    t += step
    if (step <= Math.abs(t) * 1e-14) break
  }
  return t
}
