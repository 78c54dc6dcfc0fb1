import type { Random } from '../../src/statistics/random.ts'

/**
 * Bootstrap means of n differences of which only the first m are not 0, without drawing the zeros: how many of the n draws
 * hit a change is binomial, and which ones they hit is even. The same distribution as drawing all n, at m / n of the cost.
 */
export function sparseResample(sums: Float64Array, m: number, resamples: number, random: Random): Float64Array {
  const n = sums.length
  const cumulative = binomialCdf(n, m / n)
  const hits = Int32Array.from({ length: resamples }, () => {
    const share = random.unit()
    let count = 0
    while (count < n && cumulative[count]! < share) count++
    return count
  })
  const draws = new Int32Array(hits.reduce((total, count) => total + count, 0))
  random.fill(draws, m)
  let at = 0
  return Float64Array.from(hits, (count) => {
    let sum = 0
    for (const end = at + count; at < end; at++) sum += sums[draws[at]!]!
    return sum / n
  })
}

const tables = new Map<string, Float64Array>()

function binomialCdf(n: number, share: number): Float64Array {
  const key = `${n} ${share}`
  const known = tables.get(key) ?? makeTable(n, share)
  tables.set(key, known)
  return known
}

function makeTable(n: number, share: number): Float64Array {
  const cumulative = new Float64Array(n + 1).fill(1)
  if (share === 1) return cumulative.fill(0, 0, n)
  let logTerm = n * Math.log1p(-share)
  let sum = 0
  for (let k = 0; k < n; k++) {
    sum += Math.exp(logTerm)
    cumulative[k] = sum
    logTerm += Math.log(((n - k) / (k + 1)) * (share / (1 - share)))
  }
  return cumulative
}
