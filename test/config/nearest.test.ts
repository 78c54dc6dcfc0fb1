import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { editDistance, nearest } from '../../src/config/nearest.ts'

describe('nearest', () => {
  it('finds the word that was meant', () => {
    expect(nearest('maxDorp', ['metric', 'maxDrop', 'max'])).toBe('maxDrop')
    expect(nearest('NDCG@10', ['mrr', 'ndcg@10'])).toBe('ndcg@10')
  })

  it('finds nothing where nothing is near', () => {
    expect(nearest('zebra', ['metric', 'max'])).toBeUndefined()
    expect(nearest('x', [])).toBeUndefined()
  })
})

describe('editDistance', () => {
  it('counts insertions, removals, replacements and swaps of neighbours', () => {
    expect(editDistance('kitten', 'sitting', 9)).toBe(3)
    expect(editDistance('abcd', 'abdc', 9)).toBe(1)
    expect(editDistance('', 'abc', 9)).toBe(3)
  })

  it('is symmetric, zero only for equal words, and exceeds the limit exactly where the true distance does', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 })
    fc.assert(
      fc.property(word, word, fc.nat(4), (a, b, limit) => {
        const distance = editDistance(a, b, 99)
        expect(editDistance(b, a, 99)).toBe(distance)
        expect(distance === 0).toBe(a === b)
        expect(editDistance(a, b, limit) > limit).toBe(distance > limit)
      }),
    )
  })
})
