import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../src/model.ts'
import { buildBm25 } from '../../src/strategies/bm25/build.ts'
import { bm25Schema } from '../../src/strategies/bm25/settings.ts'

const texts = ['the index is built once', 'building an index', 'a query, and another query', 'nothing of the kind']

/** A new list each time, so that nothing is shared between lists. */
const chunks = (): Chunk[] =>
  texts.map((text, index) => ({
    id: `c${index}`,
    document: `d${index}.md`,
    path: `d${index}.md`,
    startLine: 1,
    endLine: 1,
    text,
    headings: [],
    hash: `h${index}`,
    tokens: 5,
  }))

const context = { signal: new AbortController().signal, progress: () => {} }
const questions = ['index', 'queries', 'build query', 'unheard of'].map((text, id) => ({ id: `${id}`, text }))

async function rankings(list: readonly Chunk[], given: object) {
  const retriever = await buildBm25(list, bm25Schema.parse(given), context)
  const found = await retriever.retrieveAll(questions, 10, context.signal)
  return found.map(({ hits }) => hits.map(({ id, score }) => [id, score]))
}

describe('strategies over the same chunks', () => {
  it('rank as each would alone, whether or not they share an analysis', async () => {
    const shared = chunks()
    for (const settings of [{}, { k1: 0.5, b: 0.1 }, { stemming: false }, { b: 1 }, {}]) {
      expect(await rankings(shared, settings)).toEqual(await rankings(chunks(), settings))
    }
  })

  it('are analysed again where an analysis was broken off', async () => {
    const list = chunks()
    const aborted = { ...context, signal: AbortSignal.abort(new Error('enough')) }
    await expect(buildBm25(list, bm25Schema.parse({}), aborted)).rejects.toThrow('enough')
    expect(await rankings(list, {})).toEqual(await rankings(chunks(), {}))
  })
})
