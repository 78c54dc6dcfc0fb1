import type { TermCounts } from './term-counts.ts'

/** The given rows of `base`, in that order, followed by all rows of `more`. */
export function joinCounts(base: TermCounts, rows: readonly number[], more: TermCounts): TermCounts {
  const sizes = [...rows.map((row) => rowSize(base, row)), ...Array.from(more.lengths, (_, row) => rowSize(more, row))]
  const starts = new Int32Array(sizes.length + 1)
  for (const [row, size] of sizes.entries()) starts[row + 1] = starts[row]! + size
  const terms = new Int32Array(starts[sizes.length]!)
  const counts = new Float32Array(terms.length)
  for (const [to, row] of rows.entries()) {
    terms.set(base.terms.subarray(base.starts[row], base.starts[row + 1]), starts[to])
    counts.set(base.counts.subarray(base.starts[row], base.starts[row + 1]), starts[to])
  }
  terms.set(more.terms, starts[rows.length])
  counts.set(more.counts, starts[rows.length])
  const lengths = Float64Array.from([...rows.map((row) => base.lengths[row]!), ...more.lengths])
  return { starts, terms, counts, lengths }
}

function rowSize(counts: TermCounts, row: number): number {
  return counts.starts[row + 1]! - counts.starts[row]!
}
