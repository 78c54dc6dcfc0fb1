/**
 * Holm's step-down adjustment (1979): p-values that can each be held against the level while the chance of any false
 * alarm in the family stays below it. In the given order, capped at 1.
 */
export function holm(ps: readonly number[]): number[] {
  const adjusted = new Array<number>(ps.length)
  let highest = 0
  ps.map((p, i) => ({ p, i }))
    .sort((a, b) => a.p - b.p)
    .forEach(({ p, i }, rank) => {
      highest = Math.max(highest, Math.min(1, p * (ps.length - rank)))
      adjusted[i] = highest
    })
  return adjusted
}
