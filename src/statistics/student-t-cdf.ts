import { incompleteBeta } from './incomplete-beta.ts'

/** The share of Student's t distribution with `df` degrees of freedom (> 0) below t, to about 1e-11. */
export function studentTCdf(t: number, df: number): number {
  const outside = incompleteBeta(df / (df + t * t), df / 2, 0.5)
  return t > 0 ? 1 - outside / 2 : outside / 2
}
