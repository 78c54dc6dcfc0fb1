import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { FloatVectors } from '../../src/models/vectors.ts'
import { PlainProducts } from '../../src/strategies/dense/plain-products.ts'
import { VectorIndex } from '../../src/strategies/dense/vector-index.ts'

export interface DenseContender {
  readonly name: string
  readonly slow: boolean
  /** Queries that one call answers. */
  readonly queries: number
  /** The rows found for each. */
  search(): (readonly number[])[]
}

/** What the bench uses of usearch. */
interface Usearch {
  readonly MetricKind: { readonly IP: string }
  exactSearch(
    rows: Float32Array,
    queries: Float32Array,
    dimensions: number,
    k: number,
    metric: string,
    threads: number,
  ): { readonly keys: BigUint64Array }
}

const ALONE = 32
const PLAIN = 16

export function contenders(
  rows: FloatVectors,
  queries: FloatVectors,
  k: number,
  peers: string | undefined,
): DenseContender[] {
  const index = new VectorIndex(rows)
  const plain = new VectorIndex(rows, (vectors) => new PlainProducts(vectors))
  const own = (searched: VectorIndex, asked: FloatVectors) =>
    searched.search(asked, k).map(({ rows }) => Array.from(rows))
  const all: DenseContender[] = [
    { name: 'WebAssembly SIMD, in batches', slow: false, queries: queries.count, search: () => own(index, queries) },
    {
      name: 'WebAssembly SIMD, one query at a time',
      slow: false,
      queries: ALONE,
      search: () => Array.from({ length: ALONE }, (_, query) => own(index, slice(queries, query, query + 1))[0]!),
    },
    { name: 'plain loops', slow: true, queries: PLAIN, search: () => own(plain, slice(queries, 0, PLAIN)) },
  ]
  return [...all, ...usearch(rows, queries, k, peers)]
}

function slice(vectors: FloatVectors, first: number, end: number): FloatVectors {
  const { values, dimensions } = vectors
  return { ...vectors, count: end - first, values: values.subarray(first * dimensions, end * dimensions) }
}

function usearch(rows: FloatVectors, queries: FloatVectors, k: number, peers: string | undefined): DenseContender[] {
  const manifest = join(peers ?? '', 'node_modules/usearch/package.json')
  if (peers === undefined || !existsSync(manifest)) {
    console.log('usearch is left out: BENCH_PEERS names no folder with it')
    return []
  }
  const { MetricKind, exactSearch } = createRequire(join(peers, 'package.json'))('usearch') as Usearch
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  const search = (asked: FloatVectors): (readonly number[])[] => {
    // It reads from the beginning of the buffer whatever part of it is given.
    const { keys } = exactSearch(rows.values, asked.values.slice(), rows.dimensions, k, MetricKind.IP, 1)
    return Array.from({ length: asked.count }, (_, query) =>
      Array.from(keys.subarray(query * k, query * k + k), Number),
    )
  }
  return [
    {
      name: `usearch ${version} exact, in a batch`,
      slow: false,
      queries: queries.count,
      search: () => search(queries),
    },
    {
      name: `usearch ${version} exact, one query at a time`,
      slow: false,
      queries: ALONE,
      search: () => Array.from({ length: ALONE }, (_, query) => search(slice(queries, query, query + 1))[0]!),
    },
  ]
}
