import type { ClusterSums } from './cluster-sums.ts'
import type { Draw } from './draws.ts'

/**
 * Draws whole clusters with replacement, `resamples` times, and gives each column's mean over queries for each draw.
 * One draw serves every column; beyond the answer, memory is one draw of indices whatever the number of resamples.
 * A draw without a single value of a column leaves NaN there.
 */
export function resample(columns: readonly ClusterSums[], resamples: number, draws: Draw): Float64Array[] {
  const clusters = columns[0]?.sums.length
  if (clusters === undefined) return []
  const draw = new Int32Array(clusters)
  const means = columns.map(() => new Float64Array(resamples))
  for (let r = 0; r < resamples; r++) {
    draws(draw)
    for (let c = 0; c < columns.length; c++) {
      const { sums, sizes, single } = columns[c]!
      means[c]![r] = gather(sums, draw) / (single ? clusters : gather(sizes, draw))
    }
  }
  return means
}

/** The sum of the drawn values, in four running sums that the processor can overlap. */
function gather(values: Float64Array, draw: Int32Array): number {
  const whole = draw.length & ~3
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let i = 0
  for (; i < whole; i += 4) {
    a += values[draw[i]!]!
    b += values[draw[i + 1]!]!
    c += values[draw[i + 2]!]!
    d += values[draw[i + 3]!]!
  }
  for (; i < draw.length; i++) a += values[draw[i]!]!
  return a + b + (c + d)
}
