import { Random } from './random.ts'

/** Up to this many non-zero differences all sign patterns are counted; the p is then exact. */
const ENUMERATED = 14

/** Means closer than this are the same. */
const TOLERANCE = 1e-12

/**
 * Two-sided sign-flip (Fisher-Pitman) permutation p of "no change" from the sums of n queries' differences by cluster:
 * how often the mean is at least as far from 0 when every cluster's sign is a coin flip. Zeros change nothing and are
 * left out. Up to 14 others it is exact; beyond, (b + 1) / (flips + 1) (Phipson & Smyth 2010), so it is never 0.
 * 1 where nothing changed.
 */
export function signFlip(sums: ArrayLike<number>, n: number, seed: string, flips = 10_000): number {
  const changed = Float64Array.from(sums).filter((sum) => sum !== 0)
  if (changed.length === 0) return 1
  const observed = Math.abs(changed.reduce((total, sum) => total + sum, 0))
  const reach = observed - TOLERANCE * n
  if (changed.length <= ENUMERATED) return countAll(changed, reach) / 2 ** changed.length
  return (countDrawn(changed, reach, new Random(seed), flips) + 1) / (flips + 1)
}

function countAll(changed: Float64Array, reach: number): number {
  let count = 0
  for (let pattern = 0; pattern < 2 ** changed.length; pattern++) {
    let total = 0
    for (let i = 0; i < changed.length; i++) total += (pattern >>> i) & 1 ? -changed[i]! : changed[i]!
    if (Math.abs(total) >= reach) count++
  }
  return count
}

/** Each draw of 32 bits flips 32 signs. A sign is turned by doubling: total - 2 x (what is negative). */
function countDrawn(changed: Float64Array, reach: number, random: Random, flips: number): number {
  const all = changed.reduce((total, sum) => total + sum, 0)
  let count = 0
  for (let flip = 0; flip < flips; flip++) {
    let negative = 0
    for (let start = 0; start < changed.length; start += 32) {
      const end = Math.min(start + 32, changed.length)
      let bits = random.word()
      for (let i = start; i < end; i++) {
        negative += changed[i]! * (bits & 1)
        bits >>>= 1
      }
    }
    if (Math.abs(all - 2 * negative) >= reach) count++
  }
  return count
}
