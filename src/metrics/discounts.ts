/** log2(rank + 1) at index rank - 1; sums divide by it, not multiply by its inverse, so that they equal trec_eval's bit by bit. */
let table = discountsOf(1024)

function discountsOf(length: number): Float64Array {
  return Float64Array.from({ length }, (_, i) => Math.log2(i + 2))
}

/** The discounts of at least the first `ranks` ranks. The table only ever grows, and every entry is a constant. */
export function discountsUpTo(ranks: number): Float64Array {
  if (ranks > table.length) table = discountsOf(2 * ranks)
  return table
}
