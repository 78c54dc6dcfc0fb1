import type { Random } from '../../src/statistics/random.ts'

/** A draw from the Beta distribution with whole parameters >= 1: a ratio of sums of exponentials. */
export function betaDraw(a: number, b: number, random: Random): number {
  const x = exponentials(a, random)
  return x / (x + exponentials(b, random))
}

function exponentials(count: number, random: Random): number {
  let sum = 0
  for (let i = 0; i < count; i++) sum -= Math.log(1 - random.unit())
  return sum
}
