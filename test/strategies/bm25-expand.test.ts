import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bm25 } from '../../src/strategies/bm25.ts'
import type { Retriever } from '../../src/strategies/strategy.ts'
import { chunk, contextOf } from './chunks.ts'

const signal = new AbortController().signal
const filler = Array.from({ length: 40 }, (_, index) => `filler${index} only`)

function build(texts: readonly string[], settings: object = {}): Promise<Retriever> {
  const chunks = texts.map((text, index) => chunk(`c${String(index).padStart(2, '0')}`, text))
  return bm25.build(
    bm25.schema.parse({ expand: 'rm3', stemming: false, stopWords: false, ...settings }),
    contextOf(chunks),
  )
}

async function ids(retriever: Retriever, text: string, k = 10): Promise<string[]> {
  return (await retriever.retrieve({ id: 'q', text }, k, signal)).hits.map(({ id }) => id)
}

describe('expand: rm3', () => {
  const texts = ['car engine', 'car engine motor', 'engine motor repair', 'garden hose', ...filler]

  test('finds what shares terms with the first hits and not with the question', async () => {
    expect(await ids(await build(texts, { expand: 'none' }), 'car')).toEqual(['c00', 'c01'])
    expect(await ids(await build(texts), 'car')).toEqual(['c00', 'c01', 'c02'])
  })

  test('does not take terms that more than a tenth of the chunks have', async () => {
    expect(await ids(await build(['car only', ...filler]), 'car')).toEqual(['c00'])
  })

  test('explains a hit by all terms of the second search', async () => {
    const retriever = await build(texts)
    const question = { id: 'q', text: 'car' }
    for (const hit of (await retriever.retrieve(question, 10, signal)).hits) {
      const { score, parts } = await retriever.explain!(question, hit, signal)
      expect(score).toBe(hit.score)
      expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 6)
    }
  })

  test('gives the same for one question as for many, and k hits that begin k + 1', async () => {
    const word = fc.constantFrom('red', 'green', 'blue', 'white', 'black', 'grey')
    const someTexts = fc.array(
      fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
      { minLength: 1, maxLength: 20 },
    )
    await fc.assert(
      fc.asyncProperty(someTexts, fc.array(word, { maxLength: 3 }), async (some, words) => {
        const retriever = await build([...some, ...filler])
        const question = { id: 'q', text: words.join(' ') }
        const [all] = await retriever.retrieveAll!([question], 60, signal)
        for (const k of [1, 2, 5, 60]) {
          expect((await retriever.retrieve(question, k, signal)).hits).toEqual(all!.hits.slice(0, k))
        }
      }),
      { numRuns: 50 },
    )
  })

  test('is empty where the question has no known word', async () => {
    expect(await ids(await build(texts), 'zebra')).toEqual([])
    expect(await ids(await build([]), 'car')).toEqual([])
  })
})
