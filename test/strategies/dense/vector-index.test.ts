import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ByteVectors, FloatVectors, Vectors } from '../../../src/models/vectors.ts'
import { kernelProducts, kernelRows } from '../../../src/strategies/dense/kernel-products.ts'
import { PlainProducts } from '../../../src/strategies/dense/plain-products.ts'
import { VectorIndex } from '../../../src/strategies/dense/vector-index.ts'

function floats(rows: readonly (readonly number[])[], dimensions: number): FloatVectors {
  return { precision: 'float32', count: rows.length, dimensions, values: Float32Array.from(rows.flat()) }
}

function bytes(rows: readonly (readonly number[])[], dimensions: number): ByteVectors {
  const scales = Float32Array.from(rows, (_, row) => 1 / (row + 1))
  return { precision: 'int8', count: rows.length, dimensions, values: Int8Array.from(rows.flat()), scales }
}

/** Every product by the definition, sorted whole. */
function byHand(rows: Vectors, queries: Vectors, k: number) {
  const row = ({ values, dimensions }: Vectors, at: number) =>
    Array.from(values.subarray(at * dimensions, (at + 1) * dimensions))
  const scale = (vectors: Vectors, at: number) => (vectors.precision === 'int8' ? vectors.scales[at]! : 1)
  return Array.from({ length: queries.count }, (_, query) =>
    Array.from({ length: rows.count }, (_, at) => {
      const right = row(queries, query)
      const product = row(rows, at).reduce((sum, value, index) => sum + value * right[index]!, 0)
      return { row: at, score: product * scale(rows, at) * scale(queries, query) }
    })
      .sort((a, b) => b.score - a.score || a.row - b.row)
      .slice(0, k),
  )
}

interface Shape {
  readonly rows: readonly (readonly number[])[]
  readonly queries: readonly (readonly number[])[]
  readonly dimensions: number
}

function shapes(value: fc.Arbitrary<number>): fc.Arbitrary<Shape> {
  return fc.integer({ min: 1, max: 70 }).chain((dimensions) => {
    const vector = fc.array(value, { minLength: dimensions, maxLength: dimensions })
    return fc.record({
      rows: fc.array(vector, { maxLength: 12 }),
      queries: fc.array(vector, { minLength: 1, maxLength: 7 }),
      dimensions: fc.constant(dimensions),
    })
  })
}

const byte = fc.integer({ min: -127, max: 127 })
const unit = fc.float({ min: -1, max: 1, noNaN: true })

function kernelIndex(vectors: Vectors): VectorIndex {
  return new VectorIndex(vectors, (given) => kernelProducts(given)!)
}

function plainIndex(vectors: Vectors): VectorIndex {
  return new VectorIndex(vectors, (given) => new PlainProducts(given))
}

describe('the WebAssembly kernel', () => {
  test('can be loaded here', () => {
    expect(kernelProducts(floats([[1]], 1))).toBeDefined()
  })

  test('gives the same bits as the plain loops, for floats', () => {
    fc.assert(
      fc.property(shapes(unit), ({ rows, queries, dimensions }) => {
        const asked = floats(queries, dimensions)
        const vectors = floats(rows, dimensions)
        expect(kernelIndex(vectors).search(asked, 5)).toEqual(plainIndex(vectors).search(asked, 5))
      }),
    )
  })

  test('gives the same bits as the plain loops, for bytes', () => {
    fc.assert(
      fc.property(shapes(byte), ({ rows, queries, dimensions }) => {
        const asked = bytes(queries, dimensions)
        const vectors = bytes(rows, dimensions)
        expect(kernelIndex(vectors).search(asked, 5)).toEqual(plainIndex(vectors).search(asked, 5))
      }),
    )
  })

  test('gives rows that were written into its own memory the same bits, and lets others use them', () => {
    fc.assert(
      fc.property(fc.constantFrom(31, 32, 64), fc.array(fc.integer(), { maxLength: 9 }), (dimensions, seeds) => {
        const rows = seeds.map((seed) => Array.from({ length: dimensions }, (_, i) => Math.sin(seed + i)))
        const vectors = floats(rows, dimensions)
        const values = kernelRows(rows.length, dimensions)
        values.set(vectors.values)
        const held: FloatVectors = { ...vectors, values }
        const asked = floats([Array.from({ length: dimensions }, (_, i) => Math.cos(i))], dimensions)
        const [first, second] = [kernelIndex(held), kernelIndex(held)]
        expect(first.search(asked, 5)).toEqual(plainIndex(vectors).search(asked, 5))
        expect(second.search(asked, 5)).toEqual(first.search(asked, 5))
        expect(values).toEqual(vectors.values)
      }),
    )
  })

  test('gives one query alone the same bits as in a batch', () => {
    fc.assert(
      fc.property(shapes(unit), ({ rows, queries, dimensions }) => {
        const index = kernelIndex(floats(rows, dimensions))
        const alone = queries.flatMap((query) => index.search(floats([query], dimensions), 5))
        expect(alone).toEqual(index.search(floats(queries, dimensions), 5))
      }),
    )
  })
})

describe('exact search', () => {
  test('finds the rows and scores that the definition does, within 1e-5', () => {
    fc.assert(
      fc.property(shapes(byte), ({ rows, queries, dimensions }) => {
        const vectors = bytes(rows, dimensions)
        const asked = bytes(queries, dimensions)
        const expected = byHand(vectors, asked, rows.length)
        for (const [query, { rows: found, scores }] of new VectorIndex(vectors).search(asked, rows.length).entries()) {
          const exact = new Map(expected[query]!.map(({ row, score }) => [row, score]))
          for (const [rank, row] of found.entries()) {
            expect(Math.abs(scores[rank]! - exact.get(row)!)).toBeLessThanOrEqual(1e-5 * Math.abs(exact.get(row)!))
          }
          expect(found.length).toBe([...exact.values()].filter((score) => Math.fround(score) !== 0).length)
        }
      }),
    )
  })

  test('scores every row as it does those that it finds', () => {
    fc.assert(
      fc.property(fc.oneof(shapes(unit), shapes(byte)), ({ rows, queries, dimensions }) => {
        const index = new VectorIndex(floats(rows, dimensions))
        const asked = floats(queries, dimensions)
        const all = index.scores(asked)
        expect(all.map(({ length }) => length)).toEqual(queries.map(() => rows.length))
        for (const [query, found] of index.search(asked, rows.length).entries()) {
          expect(Array.from(found.rows, (row) => all[query]![row])).toEqual([...found.scores])
        }
      }),
    )
  })

  test('crosses the borders of blocks and of batches of queries', () => {
    const dimensions = 5
    const rows = Array.from({ length: 600 }, (_, row) =>
      Array.from({ length: dimensions }, (_, i) => ((row * 7 + i * 3) % 41) - 20),
    )
    const queries = Array.from({ length: 70 }, (_, query) =>
      Array.from({ length: dimensions }, (_, i) => ((query + i) % 9) - 4),
    )
    const vectors = { ...bytes(rows, dimensions), scales: new Float32Array(600).fill(1) }
    const asked = { ...bytes(queries, dimensions), scales: new Float32Array(70).fill(1) }
    const found = new VectorIndex(vectors).search(asked, 20)
    expect(found.map(({ rows, scores }) => Array.from(rows, (row, rank) => ({ row, score: scores[rank]! })))).toEqual(
      byHand(vectors, asked, 600).map((all) => all.filter(({ score }) => score !== 0).slice(0, 20)),
    )
  })

  test('finds nothing for a question of zeros, and never a row of zeros', () => {
    const index = new VectorIndex(
      floats(
        [
          [1, 0],
          [0, 0],
          [-1, 0],
        ],
        2,
      ),
    )
    const [nothing, found] = index.search(
      floats(
        [
          [0, 0],
          [1, 0],
        ],
        2,
      ),
      5,
    )
    expect(Array.from(nothing!.rows)).toEqual([])
    expect(Array.from(found!.rows)).toEqual([0, 2])
  })
})
