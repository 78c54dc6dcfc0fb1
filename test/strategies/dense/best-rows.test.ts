import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BestRows } from '../../../src/strategies/dense/best-rows.ts'

test('takes what sorting all scores but zeros would, ties by the lower row, however the rows are offered', () => {
  const score = fc.oneof(fc.constantFrom(0, 1, -1, 2), fc.float({ min: -4, max: 4, noNaN: true }))
  fc.assert(
    fc.property(fc.array(score, { maxLength: 60 }), fc.nat(20), fc.integer({ min: 1, max: 9 }), (values, k, block) => {
      const scores = Float32Array.from(values)
      const best = new BestRows(k)
      for (let row = 0; row < scores.length; row += block) best.offer(scores.subarray(row, row + block), row)
      const expected = Array.from(scores, (value, row) => ({ value, row }))
        .filter(({ value }) => value !== 0)
        .sort((a, b) => b.value - a.value || a.row - b.row)
        .slice(0, k)
      const { rows, scores: found } = best.ranked()
      expect(Array.from(rows)).toEqual(expected.map(({ row }) => row))
      expect(Array.from(found)).toEqual(expected.map(({ value }) => value))
    }),
  )
})
