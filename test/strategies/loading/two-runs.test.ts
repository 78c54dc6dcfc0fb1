import { describe, expect, it } from 'vitest'
import type { Chunk, Document } from '../../../src/model.ts'
import { ChromaApi } from '../../../src/strategies/chroma/chroma-api.ts'
import { chromaSchema } from '../../../src/strategies/chroma/settings.ts'
import { ChromaShelf } from '../../../src/strategies/chroma/shelf.ts'
import { SecretKeeper } from '../../../src/strategies/engine/secret-keeper.ts'
import { openLibrary } from '../../../src/strategies/lancedb/place.ts'
import { lancedbSchema } from '../../../src/strategies/lancedb/settings.ts'
import { LanceShelf } from '../../../src/strategies/lancedb/shelf.ts'
import type { Shelf } from '../../../src/strategies/loading/shelf.ts'
import { strategyTypes } from '../../../src/strategies/registry.ts'
import type { StrategyType } from '../../../src/strategies/strategy.ts'
import { letterEmbedder } from '../../support/engines/letter-embedder.ts'
import { LETTERS, type RealEngine, realKinds } from '../../support/engines/real-kinds.ts'
import { ask, type Opened, openStrategy } from '../../support/engines/strategy.ts'
import { chunk, contextOf } from '../chunks.ts'

const texts = ['apples and pears', 'bread and butter', 'cheese', 'dates', 'eggs in a basket']
const { signal } = new AbortController()

/** A run that has loaded so many of the texts and asks for as long as it is open. */
function begin(engine: RealEngine, size: number): Promise<Opened> {
  const chunks = texts.slice(0, size).map((text, at): Chunk => chunk(`${at}.md`, text, { path: `${at}.md` }))
  const documents = chunks.map(({ document: id, text }): Document => ({ id, path: id, text, hash: text }))
  const { embedder } = letterEmbedder()
  const context = { chunks: async () => chunks, embedder: async () => embedder, baseDirectory: engine.workspace }
  const entry = { ...engine.entry, index: { name: engine.name, keep: 2 }, embedder: LETTERS }
  return openStrategy(entry, { documents, env: engine.env, context })
}

async function whole(engine: RealEngine, size: number): Promise<void> {
  await (await begin(engine, size)).retriever.close?.()
}

const hitsOf = async (opened: Opened) => (await ask(opened, 'cheese')).hits.length

/** What the engine keeps of a place, without a strategy around it. */
async function shelfOf(engine: RealEngine): Promise<Shelf> {
  const { type, ...settings } = { ...engine.entry, index: { name: engine.name }, embedder: LETTERS }
  const { place, schema } = (strategyTypes as Readonly<Record<string, StrategyType<unknown>>>)[type]!
  const secret = (name: string) => engine.env[name]!
  return (await place!(schema.parse(settings), { ...contextOf([]), fetch, secret, baseDirectory: engine.workspace }))
    .shelf
}

for (const { type, isThere, prepare } of realKinds)
  describe.skipIf(!isThere)(`two runs at once in the real engine ${type}`, () => {
    it('does not remove what another run uses, however many states came after it; then it goes', async () => {
      const engine = await prepare()
      const first = await begin(engine, 5)
      for (const size of [1, 2, 3]) await whole(engine, size)
      expect(await hitsOf(first)).toBe(5)
      expect(await engine.holdings()).toBe(3)
      await first.retriever.close?.()
      await whole(engine, 3)
      expect(await engine.holdings()).toBe(2)
    })

    it('leaves nothing but the states and their list once all have ended', async () => {
      const engine = await prepare()
      const opened = await Promise.all([1, 2, 3].map((size) => begin(engine, size)))
      expect(await Promise.all(opened.map(hitsOf))).toEqual([1, 2, 3])
      await Promise.all(opened.map(({ retriever }) => retriever.close?.()))
      await whole(engine, 1)
      expect(await engine.holdings()).toBe(2)
      expect((await engine.names()).filter((name) => /_(lease|draft|gone)_/.test(name))).toEqual([])
    })

    it('lets many write the same state at once: all search it, and it can be removed', async () => {
      const engine = await prepare()
      const opened = await Promise.all([4, 4, 4, 4].map((size) => begin(engine, size)))
      expect(await Promise.all(opened.map(hitsOf))).toEqual([4, 4, 4, 4])
      const shelf = await shelfOf(engine)
      const held = await shelf.list(signal)
      expect(held.map(({ pieces, inUse }) => [pieces, inUse])).toEqual([[4, true]])
      expect(await shelf.remove(held[0]!.name, signal)).toBe(false)
      for (const { retriever } of opened) await retriever.close?.()
      expect((await shelf.list(signal)).map(({ inUse }) => inUse)).toEqual([false])
      expect(await shelf.remove(held[0]!.name, signal)).toBe(true)
      await shelf.sweep(signal)
      expect(await engine.names()).toEqual([])
    })

    it('does not keep what killed runs were using or writing, once their leases have lapsed', async () => {
      const engine = await prepare()
      if (engine.ageLeases === undefined) return
      await begin(engine, 5)
      const killed = await shelfOf(engine)
      const holding = {
        name: `${engine.name}_${'a'.repeat(24)}`,
        recipe: 'r',
        kind: 'k',
        corpus: 'c',
        pieces: 1,
        embedder: '',
      }
      const piece = { key: 'one', chunk: chunk('0.md', 'apples', { path: '0.md' }) }
      const vectors = { precision: 'float32' as const, count: 1, dimensions: 2, values: new Float32Array([1, 0]) }
      const started = new Promise<void>((resolve) => {
        void killed.write(
          holding,
          async (draft) => {
            await draft.add([piece], vectors)
            resolve()
            await new Promise(() => {})
          },
          signal,
        )
      })
      await started
      for (const size of [1, 2, 3]) await whole(engine, size)
      // The state of the one, three others' last two, and the draft with its lease.
      const before = await engine.names()
      await engine.ageLeases()
      await whole(engine, 3)
      expect(before.length).toBeGreaterThan((await engine.names()).length)
      expect((await engine.names()).filter((name) => /_(lease|draft|gone)_/.test(name))).toEqual([])
      expect(await engine.holdings()).toBe(2)
    })
  })

const chroma = realKinds.find(({ type }) => type === 'chroma')!
const lance = realKinds.find(({ type }) => type === 'lancedb')!

describe.skipIf(!chroma.isThere)('a run that begins in the middle of a removal, in Chroma', () => {
  it('gets the state back', async () => {
    const engine = await chroma.prepare()
    await whole(engine, 5)
    const other = await shelfOf(engine)
    const [held] = await other.list(signal)
    const { type: _, ...entry } = engine.entry
    const settings = chromaSchema.parse({ ...entry, index: { name: engine.name }, embedder: LETTERS })
    const meanwhile = async (...[url, init]: Parameters<typeof fetch>) => {
      const answer = await fetch(url, init)
      if (String(init?.body).includes('_gone_')) await other.reserve(held!.name, signal)
      return answer
    }
    const api = new ChromaApi(settings, new SecretKeeper(contextOf([])), { fetch: meanwhile as typeof fetch })
    expect(await new ChromaShelf(api, settings.index!).remove(held!.name, signal)).toBe(false)
    expect((await other.list(signal)).map(({ name, pieces }) => [name, pieces])).toEqual([[held!.name, 5]])
    expect(await other.use(held!.name, signal)).toBe(true)
    await other.release()
  })
})

describe.skipIf(!lance.isThere)('a run that begins in the middle of a removal, in LanceDB', () => {
  it('gets the state back', async () => {
    const engine = await lance.prepare()
    await whole(engine, 5)
    const other = await shelfOf(engine)
    const [held] = await other.list(signal)
    const { type: _, ...entry } = engine.entry
    const settings = lancedbSchema.parse({ ...entry, index: { name: engine.name }, embedder: LETTERS })
    const library = await openLibrary(settings, { ...contextOf([]), baseDirectory: engine.workspace })
    const dropTable = async (name: string): Promise<void> => {
      await library.connection.dropTable(name)
      await other.reserve(held!.name, signal)
    }
    const connection = new Proxy(library.connection, {
      get: (own, key) => (key === 'dropTable' ? dropTable : bound(own, key)),
    })
    expect(await new LanceShelf({ ...library, connection }, settings.index!).remove(held!.name, signal)).toBe(false)
    expect((await other.list(signal)).map(({ name, pieces }) => [name, pieces])).toEqual([[held!.name, 5]])
    expect(await other.use(held!.name, signal)).toBe(true)
    await other.release()
  })
})

function bound(own: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(own, key)
  return typeof value === 'function' ? value.bind(own) : value
}
