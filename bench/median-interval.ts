export interface MedianInterval {
  readonly median: number
  readonly lower: number
  readonly upper: number
}

/**
 * The median with an interval that holds the true one 95 times in 100 or more, whatever the values are distributed like: between
 * two of the values in order, of which binomial chances say how far from the middle they have to be. Wants 6 values or more.
 */
export function medianInterval(values: readonly number[]): MedianInterval {
  const sorted = [...values].sort((a, b) => a - b)
  const { length } = sorted
  // The chance that so many of the values or fewer are below the median; each side may be missed 25 times in 1,000.
  let [below, ways, missed] = [0, 1, 0.5 ** length]
  while (missed <= 0.025) {
    ways = (ways * (length - below)) / (below + 1)
    below++
    missed += ways * 0.5 ** length
  }
  const at = Math.max(below - 1, 0)
  const median = (sorted[(length - 1) >> 1]! + sorted[length >> 1]!) / 2
  return { median, lower: sorted[at]!, upper: sorted[length - 1 - at]! }
}
