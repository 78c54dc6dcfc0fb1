import type { Vectors } from '../../models/vectors.ts'
import { BestRows, type RankedRows } from './best-rows.ts'
import { BLOCK, type DotProducts, MOST_QUERIES } from './dot-products.ts'
import { kernelProducts } from './kernel-products.ts'
import { PlainProducts } from './plain-products.ts'

/** Exact search: every query is multiplied with every row. */
export class VectorIndex {
  readonly vectors: Vectors
  readonly count: number
  readonly #products: DotProducts
  /** By row, for int8. */
  readonly #scales: Float32Array | undefined
  readonly #scores = new Float32Array(BLOCK)

  /** `products` makes what multiplies; the WebAssembly kernel where that can be had. */
  constructor(vectors: Vectors, products: (vectors: Vectors) => DotProducts = fastest) {
    this.vectors = vectors
    this.count = vectors.count
    this.#products = products(vectors)
    this.#scales = vectors.precision === 'int8' ? vectors.scales : undefined
  }

  /** The k best rows for each query, which must be of the rows' length and precision; ties by the lower row. */
  search(queries: Vectors, k: number): RankedRows[] {
    const ranked: RankedRows[] = []
    for (let first = 0; first < queries.count; first += MOST_QUERIES) {
      ranked.push(...this.#searchFor(queries, first, Math.min(first + MOST_QUERIES, queries.count), k))
    }
    return ranked
  }

  /** The scores of all rows for each query, which must be of the rows' length and precision. */
  scores(queries: Vectors): Float32Array[] {
    const all = Array.from({ length: queries.count }, () => new Float32Array(this.count))
    for (let first = 0; first < queries.count; first += MOST_QUERIES) {
      const end = Math.min(first + MOST_QUERIES, queries.count)
      this.#multiply(queries, first, end, (query, scores, row) => all[query]!.set(scores, row))
    }
    return all
  }

  #searchFor(queries: Vectors, first: number, end: number, k: number): RankedRows[] {
    const size = Math.min(k, this.count)
    const best = Array.from({ length: end - first }, () => new BestRows(size))
    this.#multiply(queries, first, end, (query, scores, row) => best[query - first]!.offer(scores, row))
    return best.map((rows) => rows.ranked())
  }

  /** Hands on the scores of each query, block by block: those of the rows from `row` on, valid until the next. */
  #multiply(
    queries: Vectors,
    first: number,
    end: number,
    take: (query: number, scores: Float32Array, row: number) => void,
  ): void {
    this.#products.load(queries, first, end)
    for (let row = 0; row < this.count; row += BLOCK) {
      this.#products.multiply(row, Math.min(row + BLOCK, this.count))
      for (let query = first; query < end; query++) take(query, this.#scoresOf(query - first, queries, query, row), row)
    }
  }

  #scoresOf(taken: number, queries: Vectors, query: number, firstRow: number): Float32Array {
    const products = this.#products.of(taken)
    const scales = this.#scales
    if (scales === undefined || queries.precision !== 'int8') return products as Float32Array
    const scale = queries.scales[query]!
    const scores = this.#scores.subarray(0, products.length)
    for (let i = 0; i < scores.length; i++) scores[i] = products[i]! * scales[firstRow + i]! * scale
    return scores
  }
}

function fastest(vectors: Vectors): DotProducts {
  return kernelProducts(vectors) ?? new PlainProducts(vectors)
}
