import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { DenseMatrix } from '../../src/models/lsa/dense-matrix.ts'
import { orthonormalise } from '../../src/models/lsa/orthonormalise.ts'
import type { SparseRow } from '../../src/models/lsa/sparse-rows.ts'
import { topSubspace } from '../../src/models/lsa/top-subspace.ts'
import { lsa, lsaBy } from '../../src/models/lsa.ts'
import type { FloatVectors } from '../../src/models/vectors.ts'

const quiet = { signal: new AbortController().signal, progress: () => {} }

function column({ rows, columns, values }: DenseMatrix, index: number): number[] {
  return Array.from({ length: rows }, (_, row) => values[row * columns + index]!)
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * b[index]!, 0)
}

function matrix(rows: readonly (readonly number[])[]): DenseMatrix {
  return { rows: rows.length, columns: rows[0]!.length, values: Float64Array.from(rows.flat()) }
}

function sparse(rows: readonly (readonly number[])[]): SparseRow[] {
  return rows.map((values) => ({ columns: Int32Array.from(values.keys()), values: Float64Array.from(values) }))
}

describe('orthonormal columns', () => {
  test('are made of independent ones', () => {
    const value = fc.integer({ min: -9, max: 9 })
    const square = fc.array(fc.array(value, { minLength: 4, maxLength: 4 }), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(square, (rows) => {
        // The diagonal makes them independent.
        const made = matrix(rows.map((row, at) => row.map((entry, index) => (at === index ? entry + 40 : entry))))
        orthonormalise(made)
        for (let i = 0; i < 4; i++)
          for (let j = 0; j < 4; j++) expect(dot(column(made, i), column(made, j))).toBeCloseTo(i === j ? 1 : 0, 10)
      }),
    )
  })

  test('are zero where a column depends on those before it', () => {
    const made = matrix([
      [1, 2, 0],
      [1, 2, 1],
      [1, 2, 0],
    ])
    orthonormalise(made)
    expect(column(made, 1)).toEqual([0, 0, 0])
    expect(dot(column(made, 2), column(made, 2))).toBeCloseTo(1)
    expect(dot(column(made, 0), column(made, 2))).toBeCloseTo(0)
  })
})

describe('the top subspace', () => {
  test('of a diagonal matrix is that of its largest entries', async () => {
    const sizes = [9, 0.1, 8, 0.2, 7, 0.05]
    const rows = sizes.map((size, at) => sizes.map((_, index) => (index === at ? size : 0)))
    const basis = await topSubspace(sparse(rows), 6, 3, async () => {})
    const kept = sizes.map((_, at) =>
      dot(
        [0, 1, 2].map((i) => column(basis, i)[at]!),
        [0, 1, 2].map((i) => column(basis, i)[at]!),
      ),
    )
    const expected = [1, 0, 1, 0, 1, 0]
    for (const [at, share] of kept.entries()) expect(share).toBeCloseTo(expected[at]!, 5)
  })

  test('of a matrix of low rank keeps all products of its rows', async () => {
    const left = [
      [1, 2],
      [0, 1],
      [3, 1],
      [1, 1],
      [2, 5],
    ]
    const right = [
      [1, 0, 2, 1],
      [0, 3, 1, 1],
    ]
    const rows = left.map((row) =>
      right[0]!.map((_, index) =>
        dot(
          row,
          right.map((values) => values[index]!),
        ),
      ),
    )
    const basis = await topSubspace(sparse(rows), 4, 2, async () => {})
    const projected = rows.map((row) => [0, 1].map((i) => dot(row, column(basis, i))))
    for (const [i, row] of rows.entries())
      for (const [j, other] of rows.entries()) expect(dot(projected[i]!, projected[j]!)).toBeCloseTo(dot(row, other), 8)
  })
})

describe('vectors', () => {
  const cars = [
    'engine of a car',
    'engine of an automobile',
    'wheels of a car',
    'wheels of an automobile',
    'car engine wheels',
  ]
  const gardens = ['roses in a garden', 'tulips in a garden', 'roses and tulips', 'watering roses', 'garden of tulips']

  test('bring words together that keep the same company', async () => {
    const { vectors, embed } = await lsa.index([...cars, ...gardens], { ...quiet, dimensions: 2 })
    const question = await embed(['automobile'], quiet.signal)
    const similarity = (row: number) =>
      dot([...vectors.values.subarray(row * vectors.dimensions, (row + 1) * vectors.dimensions)], [...question.values])
    // The first text about cars does not have the word.
    expect(similarity(0)).toBeGreaterThan(0.9)
    for (const row of gardens.keys()) expect(similarity(cars.length + row)).toBeLessThan(0.5)
  })

  test('have at most half as many dimensions as there are texts', async () => {
    expect((await lsa.index(cars, quiet)).vectors.dimensions).toBe(2)
    expect((await lsa.index([], quiet)).vectors.count).toBe(0)
    expect((await lsa.index(['one'], quiet)).vectors.dimensions).toBe(1)
  })

  test('are the same every time', async () => {
    const [first, second] = [
      await lsa.index([...cars, ...gardens], quiet),
      await lsa.index([...cars, ...gardens], quiet),
    ]
    expect(second.vectors).toEqual(first.vectors)
  })

  test('are zero for a text without a known word', async () => {
    const { embed } = await lsa.index(cars, quiet)
    expect([...(await embed(['量子'], quiet.signal)).values].every((value) => value === 0)).toBe(true)
  })
})

describe('words', () => {
  const texts = ['closing lids', 'close lid', 'red hinge', 'blue hinge', 'the red paint', 'the blue paint']
  const ranks = async (embedder: typeof lsa) => {
    const { vectors, embed } = await embedder.index(texts, quiet)
    const { values } = (await embed(['closed'], quiet.signal)) as FloatVectors
    return Array.from({ length: texts.length }, (_, row) =>
      values.reduce(
        (sum, value, column) => sum + value * (vectors as FloatVectors).values[row * vectors.dimensions + column]!,
        0,
      ),
    )
  }

  test('are stems, or as they are written where that is asked for', async () => {
    const stemmed = await ranks(lsa)
    expect(stemmed[0]).toBeGreaterThan(0.5)
    expect(stemmed[1]).toBeGreaterThan(0.5)
    expect(await ranks(lsaBy({ stemming: false, stopWords: true }))).toEqual(texts.map(() => 0))
  })
})
