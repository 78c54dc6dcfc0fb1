import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Vectors } from '../../../src/models/vectors.ts'
import { bisect } from '../../../src/strategies/raptor/bisect.ts'

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

describe('bisect', () => {
  test('tells directions apart', () => {
    const east = [1, 0.1]
    const north = [0.1, 1]
    expect(bisect(rowsOf([east, north, east, north]), 2)).toEqual([
      [0, 2],
      [1, 3],
    ])
  })

  test('holds every row once, in groups no larger than asked for, however the rows lie', () => {
    const point = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(point, { maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (points, size) => {
        const groups = bisect(rowsOf(points), size)
        expect(groups.flat().sort((a, b) => a - b)).toEqual([...points.keys()])
        expect(groups.every((group) => group.length >= 1 && group.length <= size)).toBe(true)
      }),
    )
  })

  test('groups rows of nothing with the others, without being led by rounding', () => {
    const nothing = [0, 0, 0]
    const points = Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? nothing : [Math.cos(i), Math.sin(i), 0.1]))
    const groups = bisect(rowsOf(points), 4)
    expect(groups.flat().sort((a, b) => a - b)).toEqual([...points.keys()])
    expect(bisect(rowsOf(points), 4)).toEqual(groups)
  })

  test('makes no more groups than the smallest share allows', () => {
    const same = Array.from({ length: 64 }, () => [1, 1])
    expect(bisect(rowsOf(same), 8).length).toBeLessThanOrEqual(32)
  })
})
