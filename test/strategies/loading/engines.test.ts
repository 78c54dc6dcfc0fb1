import { describe, expect, it } from 'vitest'
import type { Chunk, Document } from '../../../src/model.ts'
import { letterEmbedder } from '../../support/engines/letter-embedder.ts'
import { LETTERS, type RealEngine, realKinds } from '../../support/engines/real-kinds.ts'
import { ask, openStrategy } from '../../support/engines/strategy.ts'
import { chunk } from '../chunks.ts'

const texts = ['apples and pears', 'bread and butter', 'cheese', 'dates', 'eggs in a basket']
const chunksOf = (some: readonly string[]): Chunk[] =>
  some.map((text, at) => chunk(`${at}.md`, text, { path: `${at}.md`, headings: ['Food'] }))
const documentsOf = (chunks: readonly Chunk[]): Document[] =>
  chunks.map(({ document, text }) => ({ id: document, path: document, text, hash: text }))

async function open(engine: RealEngine, some: readonly string[], letters = letterEmbedder(), more: object = {}) {
  const chunks = chunksOf(some)
  return openStrategy(
    { ...engine.entry, index: { name: engine.name, ...more }, embedder: LETTERS },
    {
      documents: documentsOf(chunks),
      env: engine.env,
      context: { chunks: async () => chunks, embedder: async () => letters.embedder, baseDirectory: engine.workspace },
    },
  )
}

const found = async (opened: Awaited<ReturnType<typeof open>>, text: string, k = 5) =>
  (await ask(opened, text, k)).hits.map((hit) => hit.text)

for (const { type, isThere, prepare } of realKinds)
  describe.skipIf(!isThere)(`loading a knowledge base into a real engine: ${type}`, () => {
    it('finds what is nearest, as the pieces of the knowledge base that they are', async () => {
      const opened = await open(await prepare(), texts)
      const { hits } = await ask(opened, 'File: 2.md\nFood\ncheese', 3)
      expect(hits[0]).toMatchObject({
        id: '2.md',
        path: '2.md',
        document: '2.md',
        startLine: 1,
        endLine: 1,
        text: 'cheese',
      })
      expect(hits).toHaveLength(3)
      expect(hits[0]!.score).toBeGreaterThan(hits[1]!.score)
    })

    it('embeds only what is new in the next state, and nothing where nothing is', async () => {
      const engine = await prepare()
      const letters = letterEmbedder()
      await (await open(engine, texts, letters)).retriever.close?.()
      expect(letters.texts).toHaveLength(5)
      const changed = ['apples and pears', 'bread and jam', 'cheese', 'dates']
      const opened = await open(engine, changed, letters)
      expect(letters.texts.slice(5)).toEqual(['1.md\nFood\nbread and jam'])
      expect((await found(opened, 'bread and jam')).toSorted()).toEqual(changed.toSorted())
      await open(engine, texts, letters)
      expect(letters.texts.slice(6)).toEqual(['bread and jam'])
    })

    it('takes over more than an answer to a question may have', async () => {
      const engine = await prepare()
      const letters = letterEmbedder()
      const small = { ...engine, entry: { ...engine.entry, maxBytes: 3000 } }
      const many = Array.from({ length: 40 }, (_, at) => `${texts[at % texts.length]} and ${at}`)
      await (await open(small, many, letters)).retriever.close?.()
      await open(small, [...many, 'figs'], letters)
      expect(letters.texts.slice(40)).toEqual(['40.md\nFood\nfigs'])
    })

    it('leaves the state of another run as it was, whatever it loads itself', async () => {
      const engine = await prepare()
      const first = await open(engine, texts)
      const second = await open(engine, texts.slice(0, 2))
      expect(await found(first, 'eggs')).toHaveLength(5)
      expect(await found(second, 'eggs')).toHaveLength(2)
    })

    it('leaves nothing that is seen when loading fails, and loads all of it the next time', async () => {
      const engine = await prepare()
      const letters = letterEmbedder()
      const failing = { ...letters.embedder, index: async () => failsAfter(2) }
      const broken = open(engine, texts, { ...letters, embedder: failing }, { batch: 2 })
      await expect(broken).rejects.toThrow('the model is gone')
      const opened = await open(engine, texts)
      expect((await found(opened, 'dates')).toSorted()).toEqual(texts.toSorted())
    })

    it('removes all but the states that were used last', async () => {
      const engine = await prepare()
      const letters = letterEmbedder()
      for (const size of [1, 2, 3, 4]) {
        await (await open(engine, texts.slice(0, size), letters, { keep: 2 })).retriever.close?.()
      }
      // What the removed states had is in the later ones.
      expect(await engine.holdings()).toBe(2)
    })

    it('says why where it cannot be reached', async () => {
      const engine = await prepare()
      if (engine.unreachable === undefined) return
      const gone = { ...engine, ...engine.unreachable }
      await expect(open(gone, texts)).rejects.toThrow(
        /could not be loaded into the engine of the strategy mine\n {2}found: {4}.*cannot be asked: nothing listens there \(ECONNREFUSED\)/,
      )
    })

    /** An embedder whose connection breaks. */
    function failsAfter(calls: number) {
      let made = 0
      const vectors = { precision: 'float32' as const, count: 0, dimensions: 26, values: new Float32Array() }
      const embed = async (some: readonly string[]) => {
        if (++made > calls) throw new Error('the model is gone')
        return { ...vectors, count: some.length, values: new Float32Array(26 * some.length).fill(0.1) }
      }
      return { vectors, embed }
    }
  })
