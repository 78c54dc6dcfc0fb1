import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FeatureCounter } from '../../src/models/hashing/feature-counter.ts'
import { gramHash, wordHash } from '../../src/models/hashing/feature-hash.ts'
import { FeatureIds } from '../../src/models/hashing/feature-ids.ts'
import { bucketOf, signOf } from '../../src/models/hashing/vector-writer.ts'
import { hashing } from '../../src/models/hashing.ts'
import type { ByteVectors } from '../../src/models/vectors.ts'
import { ENGLISH } from '../../src/models/word-settings.ts'

const quiet = { signal: new AbortController().signal, progress: () => {} }

/** The features of a text by their hashes, with their counts. */
function featuresOf(text: string, words = ENGLISH): Map<number, number> {
  const counter = new FeatureCounter(words)
  const features = counter.count(counter.terms(text))
  return new Map(Array.from(features, (feature) => [counter.hashes[feature]!, counter.counts[feature]!]))
}

function hashes(words: readonly string[], grams: readonly string[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const hash of [...words.map(wordHash), ...grams.map(gramHash)]) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  return counts
}

describe('features', () => {
  test('of a word are its stem and its runs of 3 to 5 characters, ends marked', () => {
    expect(featuresOf('Cats')).toEqual(
      hashes(['cat'], ['<ca', 'cat', 'ats', 'ts>', '<cat', 'cats', 'ats>', '<cats', 'cats>']),
    )
  })

  test('of stop words there are none', () => {
    expect(featuresOf('and the')).toEqual(new Map())
  })

  test('are those of the word as it is, and of stop words too, where that is asked for', () => {
    const asWritten = { stemming: false, stopWords: false }
    expect(featuresOf('Cats', asWritten)).toEqual(
      hashes(['cats'], ['<ca', 'cat', 'ats', 'ts>', '<cat', 'cats', 'ats>', '<cats', 'cats>']),
    )
    expect(featuresOf('the', asWritten)).toEqual(hashes(['the'], ['<th', 'the', 'he>', '<the', 'the>', '<the>']))
  })

  test('of Chinese are pairs as words, and runs of 1 to 3 characters', () => {
    expect(featuresOf('密码表')).toEqual(hashes(['密码', '码表'], ['密', '码', '表', '密码', '码表', '密码表']))
  })

  test('do not join characters of two runs', () => {
    expect(featuresOf('密码 表格')).toEqual(hashes(['密码', '表格'], ['密', '码', '表', '格', '密码', '表格']))
    expect(featuresOf('密 码表')).toEqual(hashes(['码表'], ['密', '码', '表', '码表']))
  })

  test('are forgotten between texts', () => {
    const counter = new FeatureCounter()
    counter.count(counter.terms('one two three'))
    counter.clear()
    expect(counter.counts.every((count) => count === 0)).toBe(true)
  })

  test('are numbered by their hashes, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { maxLength: 200 }), (given) => {
        const ids = new FeatureIds()
        const distinct = [...new Set(given)]
        expect(given.map((hash) => ids.idOf(hash))).toEqual(given.map((hash) => distinct.indexOf(hash)))
      }),
    )
    const many = new FeatureIds()
    for (let hash = 0; hash < 40_000; hash++) many.idOf(Math.imul(hash, 0x9e3779b1))
    expect(many.idOf(Math.imul(20_000, 0x9e3779b1))).toBe(20_000)
  })

  test('spread evenly over buckets and signs', () => {
    const counts = new Int32Array(64)
    let signs = 0
    for (let word = 0; word < 64_000; word++) {
      const hash = wordHash(`word${word}`)
      const bucket = bucketOf(hash, 64)
      counts[bucket] = counts[bucket]! + 1
      signs += signOf(hash)
    }
    // Four standard deviations.
    expect(Math.max(...counts.map((count) => Math.abs(count - 1000)))).toBeLessThan(4 * Math.sqrt(1000))
    expect(Math.abs(signs)).toBeLessThan(4 * Math.sqrt(64_000))
  })
})

describe('vectors', () => {
  test('have unit length, or none for a text without features', async () => {
    const { vectors } = await hashing.index(['closing the lid', '', 'the', '如何关闭盖子'], quiet)
    const { values, scales, dimensions } = vectors as ByteVectors
    const lengths = Array.from(scales, (scale, row) => {
      const bytes = values.subarray(row * dimensions, (row + 1) * dimensions)
      return scale * Math.sqrt(bytes.reduce((sum, byte) => sum + byte * byte, 0))
    })
    expect(lengths.map((length) => Number(length.toFixed(5)))).toEqual([1, 0, 0, 1])
  })

  test('of a question are those of the same text', async () => {
    const { vectors, embed } = await hashing.index(['closing the lid', 'other words'], quiet)
    const asked = await embed(['closing the lid'], quiet.signal)
    expect(asked.values).toEqual(vectors.values.subarray(0, vectors.dimensions))
  })

  test('leave out of a question what no text has', async () => {
    const { embed } = await hashing.index(['closing the lid', 'other words'], quiet)
    expect((await embed(['lid 量子'], quiet.signal)).values).toEqual((await embed(['lid'], quiet.signal)).values)
  })

  test('move the progress bar to the end', async () => {
    const seen: [number, number][] = []
    await hashing.index(['a', 'b'], { ...quiet, progress: (done, total) => seen.push([done, total]) })
    expect(seen.at(-1)).toEqual([4, 4])
  })
})
