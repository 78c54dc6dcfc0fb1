import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Vectors } from '../../../src/models/vectors.ts'
import { VectorIndex } from '../../../src/strategies/dense/vector-index.ts'
import { firstLikenesses } from '../../../src/strategies/raptor/first-likenesses.ts'
import { groupLevels } from '../../../src/strategies/raptor/group-levels.ts'
import { halvingTree } from '../../../src/strategies/raptor/halving-tree.ts'

function rowsOf(points: readonly (readonly number[])[]) {
  const dimensions = points[0]?.length ?? 0
  const vectors: Vectors = {
    precision: 'float32',
    count: points.length,
    dimensions,
    values: Float32Array.from(points.flat()),
  }
  return points.map((_, row) => ({ vectors, row }))
}

/** The lowest groups; ranks are shuffled in a fixed way. */
function groupsOf(points: readonly (readonly number[])[], size: number): readonly (readonly number[])[] {
  const rank = points.map((_, row) => (row * 7919) % 104_729)
  return groupLevels(halvingTree(rowsOf(points), { size, rank }), size, 1)[0]!
}

const ascending = (a: number, b: number) => a - b

describe('the tree of halves', () => {
  test('tells directions apart', () => {
    const east = [1, 0.1]
    const north = [0.1, 1]
    const groups = groupsOf([east, north, east, north], 2)
    expect(groups.map((group) => group.join()).sort()).toEqual(['0,2', '1,3'])
  })

  test('holds every row once, in groups no larger than asked for, however the rows lie', () => {
    const point = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 60 }), fc.integer({ min: 2, max: 9 }), (points, size) => {
        const groups = groupsOf(points, size)
        expect(groups.flat().sort(ascending)).toEqual([...points.keys()])
        expect(groups.every((group) => group.length >= 1 && group.length <= size)).toBe(true)
      }),
    )
  })

  test('makes no more groups than the smallest share allows, also of rows that are all the same', () => {
    const same = Array.from({ length: 64 }, () => [1, 1])
    expect(groupsOf(same, 8).length).toBeLessThanOrEqual(32)
  })

  test('is the same whether or not likenesses are known beforehand, of floats and of bytes', () => {
    const point = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 200 }), fc.boolean(), (points, bytes) => {
        const rank = points.map((_, row) => (row * 7919) % 104_729)
        const shape = { count: points.length, dimensions: 4 }
        const scales = Float32Array.from(points, (_, row) => 1 + (row % 3))
        const vectors: Vectors = bytes
          ? { ...shape, precision: 'int8', values: Int8Array.from(points.flat()), scales }
          : { ...shape, precision: 'float32', values: Float32Array.from(points.flat()) }
        const rows = points.map((_, row) => ({ vectors, row }))
        const known = firstLikenesses(new VectorIndex(vectors), rank)
        expect(known.size).toBe(Math.min(points.length, 128))
        expect(halvingTree(rows, { size: 3, rank, known })).toEqual(halvingTree(rows, { size: 3, rank }))
      }),
    )
  })

  test('leaves other rows where they are when a row that is no centre moves', () => {
    // Two directions with some spread in each; the last in the order of ranks is among the candidates of no half.
    const points = Array.from({ length: 64 }, (_, i) => [Math.cos(i * 0.1), Math.sin(i * 0.1), 0.3])
    const rank = [...points.keys()]
    const moved = points.map((point, row) => (row === 63 ? [0.9, -0.2, 0.4] : point))
    const before = halvingTree(rowsOf(points), { size: 32, rank })
    const after = halvingTree(rowsOf(moved), { size: 32, rank })
    const others = (tree: typeof before) =>
      groupLevels(tree, 32, 1)[0]!.map((group) => group.filter((row) => row !== 63).join())
    expect(others(after)).toEqual(others(before))
  })
})

describe('levels of groups', () => {
  test('are the halves of the tree with no more groups than asked for, up to one that holds all', () => {
    const members = (...rows: number[]) => ({ members: rows })
    const tree = { halves: [{ halves: [members(0, 1), members(2)] }, { halves: [members(3), members(4, 5)] }] } as const
    expect(groupLevels(tree, 2, 8)).toEqual([
      [[0, 1], [2], [3], [4, 5]],
      [
        [0, 1],
        [2, 3],
      ],
      [[0, 1]],
    ])
    expect(groupLevels(tree, 4, 8)).toEqual([[[0, 1], [2], [3], [4, 5]], [[0, 1, 2, 3]]])
    expect(groupLevels(tree, 2, 1)).toHaveLength(1)
  })
})
