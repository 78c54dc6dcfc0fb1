/**
 * How often each term occurs in each document, row by row (compressed sparse rows). A "document" is whatever is ranked:
 * here, a chunk. Counts are weighted by field, so they need not be whole.
 */
export interface TermCounts {
  /** Row r is the positions `starts[r]` to `starts[r + 1]` of `terms` and `counts`. */
  readonly starts: Int32Array
  /** Distinct within a row. */
  readonly terms: Int32Array
  readonly counts: Float32Array
  /** By row: the sum of its counts. */
  readonly lengths: Float64Array
}
