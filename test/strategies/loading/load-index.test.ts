import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../../src/model.ts'
import { loadIndex } from '../../../src/strategies/loading/load-index.ts'
import type { LoadReport } from '../../../src/strategies/loading/load-report.ts'
import { letterEmbedder } from '../../support/engines/letter-embedder.ts'
import { indexSettingsOf, memoryShelf } from '../../support/engines/memory-shelf.ts'
import { chunk, contextOf } from '../chunks.ts'

const texts = ['apples and pears', 'bread and butter', 'cheese', 'dates', 'eggs']
const chunksOf = (some: readonly string[]): Chunk[] => some.map((text, at) => chunk(`${at}`, text))

function opened(letters = letterEmbedder()) {
  const notices: string[] = []
  const reports: LoadReport[] = []
  const shelf = memoryShelf()
  const load = (
    chunks: readonly Chunk[],
    more: Partial<Parameters<typeof loadIndex>[0]> = {},
    signal = new AbortController().signal,
  ) =>
    loadIndex(
      { at: 'memory', shelf, settings: indexSettingsOf({ batch: 2 }), embedder: 'letters', layout: ['test'], ...more },
      {
        ...contextOf(chunks, signal),
        embedder: async () => letters.embedder,
        notice: (line) => void notices.push(line),
        loaded: (report) => void reports.push(report),
      },
    )
  return { shelf, load, letters, notices, reports }
}

describe('loading a knowledge base', () => {
  it('writes all pieces under a name that is a hash, batch by batch', async () => {
    const { shelf, load, letters } = opened()
    const { name, chunks } = await load(chunksOf(texts))
    expect(name).toMatch(/^retrieval_gate_[0-9a-f]{24}$/)
    expect(shelf.texts(name)).toEqual(texts)
    expect(letters.calls).toEqual([2, 2, 1])
    expect([...chunks.values()].map(({ text }) => text)).toEqual(texts)
  })

  it('writes nothing where all is there: neither order of the chunks nor another run matters', async () => {
    const { shelf, load, letters } = opened()
    const { name } = await load(chunksOf(texts))
    const again = await load(chunksOf(texts).reverse())
    expect(again.name).toBe(name)
    expect(letters.texts).toHaveLength(texts.length)
    expect(shelf.log).toEqual([`write ${name}`, `use ${name}`])
  })

  it('takes over what another state has, and embeds only what is new', async () => {
    const { shelf, load, letters } = opened()
    const first = await load(chunksOf(texts))
    const changed = await load(chunksOf(['apples and pears', 'bread and jam', 'cheese', 'dates']))
    expect(changed.name).not.toBe(first.name)
    expect(letters.texts.slice(texts.length)).toEqual(['bread and jam'])
    expect(shelf.texts(changed.name).toSorted()).toEqual(['apples and pears', 'bread and jam', 'cheese', 'dates'])
    expect(shelf.texts(first.name)).toEqual(texts)
  })

  it('tells how many pieces it sent, and how many another state had', async () => {
    const { load, reports } = opened()
    const { name } = await load(chunksOf(texts))
    await load(chunksOf(texts))
    const changed = await load(chunksOf(['apples and pears', 'bread and jam', 'cheese']))
    expect(reports).toEqual([
      { at: 'memory', state: name, pieces: 5, sent: 5, takenOver: 0 },
      { at: 'memory', state: name, pieces: 5, sent: 0, takenOver: 0 },
      { at: 'memory', state: changed.name, pieces: 3, sent: 1, takenOver: 2 },
    ])
  })

  it('says what the engine says, in words of the place where it has such', async () => {
    const { shelf, load } = opened()
    shelf.refuse('inside out')
    await expect(load(chunksOf(texts), { said: (error) => `well: ${(error as Error).message}` })).rejects.toThrow(
      'found:    well: inside out',
    )
  })

  it('writes a state anew that another run removes at the moment of its use', async () => {
    const { shelf, load } = opened()
    const { name } = await load(chunksOf(texts))
    shelf.use = async () => {
      await shelf.remove(name, new AbortController().signal)
      return false
    }
    await load(chunksOf(texts))
    expect(shelf.texts(name)).toEqual(texts)
    expect(shelf.log).toEqual([`write ${name}`, `write ${name}`])
  })

  it('keeps its state from others until it is closed, also where loading fails', async () => {
    const { shelf, load } = opened()
    const { name, close } = await load(chunksOf(texts))
    const inUse = async () => (await shelf.list()).filter((one) => one.inUse).map((one) => one.name)
    expect(await inUse()).toEqual([name])
    await close()
    expect(await inUse()).toEqual([])
    shelf.refuse('the disk is full')
    await expect(load(chunksOf([...texts, 'figs']))).rejects.toThrow('the disk is full')
    shelf.refuse('')
    expect(await inUse()).toEqual([])
  })

  it('tells how many pieces it has, what made its vectors, and whose they are, for those who list it', async () => {
    const { shelf, load } = opened()
    await load(chunksOf(texts))
    await load(chunksOf(texts), { settings: indexSettingsOf({ dimensions: 26 }) })
    await load(chunksOf(texts.slice(1)), { embedder: undefined })
    const [wordless, cut, whole] = await shelf.list()
    expect([wordless, cut, whole].map((one) => [one!.pieces, one!.embedder])).toEqual([
      [4, ''],
      [5, 'letters'],
      [5, 'letters'],
    ])
    expect(cut!.corpus).toBe(whole!.corpus)
    expect(wordless!.corpus).not.toBe(whole!.corpus)
    expect(new Set([wordless!.kind, cut!.kind, whole!.kind]).size).toBe(3)
  })

  it('takes over nothing from another embedder or another layout', async () => {
    const letters = letterEmbedder()
    const { load } = opened(letters)
    await load(chunksOf(texts))
    await load(chunksOf(texts), { layout: ['another'] })
    expect(letters.texts).toHaveLength(2 * texts.length)
    const other = letterEmbedder('other letters')
    const both = opened(other)
    await both.load(chunksOf(texts))
    expect(other.texts).toHaveLength(texts.length)
  })

  it('gives states of different embedders different names', async () => {
    const names = await Promise.all(
      ['a', 'b', 'a'].map(async (identity) => (await opened(letterEmbedder(identity)).load(chunksOf(texts))).name),
    )
    expect(names[0]).toBe(names[2])
    expect(names[0]).not.toBe(names[1])
  })

  it('embeds all anew for an embedder that is fitted to the texts', async () => {
    const { shelf, load } = opened()
    const builtIn = { embedder: 'hashing' }
    const services = contextOf([])
    const withHashing = async (some: readonly string[]) =>
      loadIndex(
        { at: 'memory', shelf, settings: indexSettingsOf({ dimensions: 64 }), layout: [], ...builtIn },
        { ...contextOf(chunksOf(some)), embedder: services.embedder, notice: () => {} },
      )
    await withHashing(texts)
    await withHashing([...texts, 'figs'])
    expect(shelf.log.filter((line) => line.startsWith('copy'))).toEqual([])
    await load([])
  })

  it('needs no vectors', async () => {
    const { shelf, load, letters } = opened()
    const { name, vectorOf } = await load(chunksOf(texts), { embedder: undefined })
    expect(vectorOf).toBeUndefined()
    expect(letters.texts).toEqual([])
    expect(shelf.texts(name)).toEqual(texts)
  })

  it('keeps the states that were used last, and never removes its own', async () => {
    const { shelf, load } = opened()
    const settings = indexSettingsOf({ keep: 2 })
    const loaded = []
    for (const size of [1, 2, 3, 4]) loaded.push(await load(chunksOf(texts.slice(0, size)), { settings }))
    await load(chunksOf(texts.slice(0, 2)), { settings })
    await loaded[3]!.close()
    expect((await shelf.list()).map(({ name }) => name)).toEqual([loaded[1]!.name, loaded[3]!.name])
    await loaded[0]!.close()
  })

  it('says what the engine said where it refuses, and leaves nothing', async () => {
    const { shelf, load } = opened()
    shelf.refuse('the disk is full')
    await expect(load(chunksOf(texts))).rejects.toThrow(
      'the knowledge base could not be loaded into the engine of the strategy tested\n  found:    the disk is full',
    )
    expect(await shelf.list()).toEqual([])
  })

  it('stops between batches when it is told to', async () => {
    const stop = new AbortController()
    const letters = letterEmbedder()
    const { shelf, load } = opened(letters)
    shelf.onAdd(() => stop.abort(new Error('stopped')))
    await expect(load(chunksOf(texts), {}, stop.signal)).rejects.toThrow('stopped')
    expect(letters.calls).toEqual([2])
    expect(await shelf.list()).toEqual([])
  })

  it('says it where earlier states cannot be removed', async () => {
    const { shelf, load, notices } = opened()
    const { close } = await load(chunksOf(texts))
    shelf.refuse('the connection was closed')
    await close()
    expect(notices).toEqual(['tested: what was loaded by earlier runs could not be removed: the connection was closed'])
  })
})
