import { normalCdf } from './normal-cdf.ts'

export type ZeroMethod = 'wilcox' | 'pratt' | 'zsplit'
export type Alternative = 'two-sided' | 'greater' | 'less'

export interface WilcoxonOptions {
  /** What becomes of zeros: left out, ranked and then left out (Pratt 1959), or half to each side. */
  readonly zeros?: ZeroMethod
  /** `auto`: exact up to 50 without ties and zeros, else the normal approximation corrected for ties. */
  readonly distribution?: 'auto' | 'exact' | 'normal'
  /** Continuity correction of the normal approximation. */
  readonly continuity?: boolean
  readonly alternative?: Alternative
}

export interface Wilcoxon {
  /** The smaller rank sum for `two-sided`, else the rank sum of the rises. */
  readonly statistic: number
  /** Null where it does not exist: nothing but zeros. */
  readonly p: number | null
}

/**
 * Wilcoxon's signed-rank test (1945) on differences, or on the sums of clusters of them, as scipy.stats.wilcoxon does
 * it; the exact distribution ignores ties, as it does there.
 */
export function wilcoxon(differences: ArrayLike<number>, options: WilcoxonOptions = {}): Wilcoxon {
  const { zeros = 'wilcox', continuity = false, alternative = 'two-sided' } = options
  const all = Array.from(differences)
  const used = zeros === 'wilcox' ? all.filter((value) => value !== 0) : all
  const { ranks, ties, tied } = rank(used.map(Math.abs))
  const sums = rankSums(used, ranks, zeros)
  const statistic = alternative === 'two-sided' ? Math.min(sums.rises, sums.falls) : sums.rises
  const zeroCount = all.filter((value) => value === 0).length
  const auto = used.length <= 50 && !tied && zeroCount === 0 ? 'exact' : 'normal'
  const { distribution = 'auto' } = options
  const exact = (distribution === 'auto' ? auto : distribution) === 'exact'
  const moments = normalMoments(used.length, zeros === 'pratt' ? zeroCount : 0, ties)
  const p = exact ? exactP(used.length, sums.rises, alternative) : normalP(sums.rises, moments, alternative, continuity)
  return { statistic, p }
}

/** Mid-ranks from 1, the sum of t^3 - t over groups of t ties, and whether any value that is not 0 ties. */
function rank(values: readonly number[]): { ranks: number[]; ties: Map<number, number>; tied: boolean } {
  const order = values.map((value, i) => ({ value, i })).sort((a, b) => a.value - b.value)
  const ranks = new Array<number>(values.length)
  const ties = new Map<number, number>()
  let tied = false
  for (let start = 0; start < order.length; ) {
    let end = start
    while (end < order.length && order[end]!.value === order[start]!.value) end++
    for (let j = start; j < end; j++) ranks[order[j]!.i] = (start + end + 1) / 2
    if (end - start > 1 && order[start]!.value !== 0) tied = true
    ties.set(order[start]!.value, end - start)
    start = end
  }
  return { ranks, ties, tied }
}

function rankSums(values: readonly number[], ranks: readonly number[], zeros: ZeroMethod) {
  let rises = 0
  let falls = 0
  values.forEach((value, i) => {
    if (value > 0) rises += ranks[i]!
    else if (value < 0) falls += ranks[i]!
    else if (zeros === 'zsplit') {
      rises += ranks[i]! / 2
      falls += ranks[i]! / 2
    }
  })
  return { rises, falls }
}

function normalMoments(n: number, prattZeros: number, ties: ReadonlyMap<number, number>) {
  const mean = (n * (n + 1) - prattZeros * (prattZeros + 1)) / 4
  let squares = n * (n + 1) * (2 * n + 1) - prattZeros * (prattZeros + 1) * (2 * prattZeros + 1)
  for (const [value, t] of ties) if (value !== 0 || prattZeros === 0) squares -= (t ** 3 - t) / 2
  return { mean, sd: Math.sqrt(squares / 24) }
}

function normalP(
  rises: number,
  { mean, sd }: { mean: number; sd: number },
  alternative: Alternative,
  continuity: boolean,
): number | null {
  if (!(sd > 0)) return null
  const distance = rises - mean
  const sign = alternative === 'two-sided' ? Math.sign(distance) : alternative === 'greater' ? 1 : -1
  const z = (distance - (continuity ? sign * 0.5 : 0)) / sd
  if (alternative === 'two-sided') return Math.min(1, 2 * normalCdf(-Math.abs(z)))
  return normalCdf(alternative === 'greater' ? -z : z)
}

function exactP(n: number, rises: number, alternative: Alternative): number {
  const counts = rankSumCounts(n)
  const share = (from: number, to: number) => counts.slice(from, to + 1).reduce((sum, count) => sum + count, 0) / 2 ** n
  const less = share(0, Math.ceil(rises))
  const greater = share(Math.max(0, Math.floor(rises)), counts.length - 1)
  if (alternative === 'two-sided') return Math.min(1, 2 * Math.min(less, greater))
  return alternative === 'less' ? less : greater
}

/** How many of the 2^n sign patterns give each rank sum. */
function rankSumCounts(n: number): Float64Array {
  const counts = new Float64Array((n * (n + 1)) / 2 + 1)
  counts[0] = 1
  for (let rank = 1; rank <= n; rank++) {
    for (let sum = counts.length - 1; sum >= rank; sum--) counts[sum]! += counts[sum - rank]!
  }
  return counts
}
