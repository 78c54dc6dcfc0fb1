import { describe, expect, test } from 'vitest'
import { likelyVectors } from '../../src/models/likely-vectors.ts'
import { cosine } from '../../src/models/unit-vectors.ts'

const known = [
  ['The lock is opened with a key', Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0)],
  ['Pears grow in the orchard', Float32Array.of(0, 1, 0, 0, 0, 0, 0, 0)],
] as const

describe('vectors that stand in for others', () => {
  test('lie near that of the text with like words, each its own', async () => {
    const texts = ['A key opens every lock', 'Every lock wants its key', 'An orchard of pears']
    const [first, second, third] = await likelyVectors(texts, known, 8)
    for (const vector of [first!, second!]) expect(cosine(vector, known[0][1])).toBeGreaterThan(0.8)
    expect(cosine(third!, known[1][1])).toBeGreaterThan(0.8)
    expect(first).not.toEqual(second)
    expect(await likelyVectors(texts, known, 8)).toEqual([first, second, third])
  })

  test('are far from one another where nothing is known, or no word is shared', async () => {
    const texts = Array.from({ length: 20 }, (_, index) => `Text ${index}`)
    const vectors = await likelyVectors(texts, [], 256)
    expect(vectors.every(({ length }) => length === 256)).toBe(true)
    for (const [index, vector] of vectors.entries()) {
      for (const other of vectors.slice(0, index)) expect(Math.abs(cosine(vector, other))).toBeLessThan(0.5)
    }
    expect(await likelyVectors(['quixotic zebra'], known, 8)).toEqual(await likelyVectors(['quixotic zebra'], [], 8))
    expect(await likelyVectors([], known, 8)).toEqual([])
  })
})
