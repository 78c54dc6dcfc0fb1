/**
 * Benjamini & Hochberg's adjustment (1995): p-values that can each be held against the level while the expected share of
 * false finds among all finds stays below it. In the given order, capped at 1.
 */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  const adjusted = new Array<number>(ps.length)
  let lowest = 1
  ps.map((p, i) => ({ p, i }))
    .sort((a, b) => b.p - a.p)
    .forEach(({ p, i }, fromTop) => {
      lowest = Math.min(lowest, (p * ps.length) / (ps.length - fromTop))
      adjusted[i] = lowest
    })
  return adjusted
}
