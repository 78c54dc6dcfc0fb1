import fc from 'fast-check'
import { expect, test } from 'vitest'
import { takeTopK } from '../../../src/strategies/bm25/top-k.ts'

test('takes what sorting all positive scores would, ties by the lower number, and clears the scores', () => {
  const score = fc.oneof(fc.constant(0), fc.constantFrom(1, 2, 3), fc.float({ min: 0, max: 4, noNaN: true }))
  fc.assert(
    fc.property(fc.array(score, { maxLength: 60 }), fc.nat(20), (values, k) => {
      const scores = Float32Array.from(values)
      const expected = Array.from(scores, (value, document) => ({ value, document }))
        .filter(({ value }) => value > 0)
        .sort((a, b) => b.value - a.value || a.document - b.document)
        .slice(0, k)
      const top = takeTopK(scores, k)
      expect(Array.from(top.documents)).toEqual(expected.map(({ document }) => document))
      expect(Array.from(top.scores)).toEqual(expected.map(({ value }) => value))
      expect(scores.every((value) => value === 0)).toBe(true)
    }),
  )
})
