import { incompleteBeta } from './incomplete-beta.ts'

/**
 * The exact upper bound of a share when `count` of n were seen (Clopper & Pearson, 1934), one-sided at `level`: the
 * largest share under which as few as this would still be seen with probability 1 - level.
 */
export function binomialUpper(count: number, n: number, level: number): number {
  if (count >= n) return 1
  let low = count / n
  let high = 1
  for (let i = 0; i < 60; i++) {
    const share = (low + high) / 2
    // P(X <= count) = I_{1 - share}(n - count, count + 1)
    if (incompleteBeta(1 - share, n - count, count + 1) > 1 - level) low = share
    else high = share
  }
  return high
}
