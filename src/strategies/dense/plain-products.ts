import type { Vectors } from '../../models/vectors.ts'
import { BLOCK, type DotProducts, MOST_QUERIES } from './dot-products.ts'

/** Products by plain loops, for where the kernel cannot be loaded; the same bits. */
export class PlainProducts implements DotProducts {
  readonly #out: Float32Array | Int32Array
  readonly #dot: (row: number, queries: Vectors, query: number) => number
  #queries: Vectors
  #firstQuery = 0
  #queryCount = 0
  #rowCount = 0

  constructor(rows: Vectors) {
    this.#queries = rows
    const bytes = rows.precision === 'int8'
    this.#out = new (bytes ? Int32Array : Float32Array)(MOST_QUERIES * BLOCK)
    const dot = bytes ? integerDot : floatDot
    const { dimensions, values } = rows
    this.#dot = (row, queries, query) => dot(values, row * dimensions, queries.values, query * dimensions, dimensions)
  }

  load(queries: Vectors, first: number, end: number): void {
    this.#queries = queries
    this.#firstQuery = first
    this.#queryCount = end - first
  }

  multiply(first: number, end: number): void {
    this.#rowCount = end - first
    for (let query = 0; query < this.#queryCount; query++) {
      for (let row = first; row < end; row++) {
        this.#out[query * BLOCK + row - first] = this.#dot(row, this.#queries, this.#firstQuery + query)
      }
    }
  }

  of(query: number): Float32Array | Int32Array {
    return this.#out.subarray(query * BLOCK, query * BLOCK + this.#rowCount)
  }
}

type Values = Vectors['values']

function integerDot(a: Values, aStart: number, b: Values, bStart: number, length: number): number {
  let sum = 0
  for (let i = 0; i < length; i++) sum += a[aStart + i]! * b[bStart + i]!
  return sum
}

/** In single precision and in four lanes, as the kernel sums: value i goes to lane i modulo 4. */
function floatDot(a: Values, aStart: number, b: Values, bStart: number, length: number): number {
  const product = (i: number) => (i < length ? Math.fround(a[aStart + i]! * b[bStart + i]!) : 0)
  let [first, second, third, fourth] = [0, 0, 0, 0]
  for (let i = 0; i < length; i += 4) {
    first = Math.fround(first + product(i))
    second = Math.fround(second + product(i + 1))
    third = Math.fround(third + product(i + 2))
    fourth = Math.fround(fourth + product(i + 3))
  }
  return Math.fround(Math.fround(first + second) + Math.fround(third + fourth))
}
