import type { Vectors } from '../../models/vectors.ts'

/** Queries that are multiplied with a block of rows before the next block is read from memory. */
export const MOST_QUERIES = 64
/** Rows of a block: few enough to stay in the processor's cache meanwhile. */
export const BLOCK = 256

/** Products of stored rows with queries, block by block. */
export interface DotProducts {
  /** Takes queries `first` to `end`, at most `MOST_QUERIES`. */
  load(queries: Vectors, first: number, end: number): void
  /** Multiplies rows `first` to `end`, at most `BLOCK`, with each of the queries taken. */
  multiply(first: number, end: number): void
  /** The products of the block with one of the queries taken; valid until the next `multiply`. */
  of(query: number): Float32Array | Int32Array
}
