import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../src/model.ts'
import { bm25 } from '../../src/strategies/bm25.ts'
import { type BuildOptions, buildStrategies } from '../../src/strategies/build-strategies.ts'
import { dense } from '../../src/strategies/dense.ts'
import { graph } from '../../src/strategies/graph.ts'
import { hybrid } from '../../src/strategies/hybrid.ts'
import { type OwnCost, wholeCost } from '../../src/strategies/index-cost.ts'
import { Stopwatch } from '../../src/strategies/stopwatch.ts'
import { builtInServices } from '../support/built-in-services.ts'
import { chunk } from './chunks.ts'

const chunks = ['red apples', 'red pears', 'plums'].map((text, index): Chunk => chunk(`c${index}`, text))

async function indexesOf(
  entries: Readonly<Record<string, { type: string; settings: Record<string, unknown> }>>,
  more: Partial<BuildOptions> = {},
) {
  const types = { bm25, dense, hybrid, graph }
  const parsed = Object.entries(entries).map(([name, { type, settings }]) => {
    return [name, { type, settings: types[type as keyof typeof types].schema.parse(settings) }]
  })
  const built = await buildStrategies(Object.fromEntries(parsed), {
    types: types as BuildOptions['types'],
    services: builtInServices(),
    documents: [],
    chunks: async () => chunks,
    baseDirectory: '/',
    signal: new AbortController().signal,
    progress: () => {},
    ...more,
  })
  return Object.fromEntries(Array.from(built, ([name, { index }]) => [name, index]))
}

const words = { type: 'bm25', settings: { fields: { path: 0, heading: 0, body: 1 } } }
const vectors = { type: 'dense', settings: { dimensions: 64 } }

describe('what an index takes', () => {
  it('is counted by what it consists of', async () => {
    const { words: ofWords, vectors: ofVectors } = await indexesOf({ words, vectors })
    // Red twice, apples, pears, plums; a document and an impact of 4 bytes each, and where each term begins.
    expect(ofWords!.size).toEqual({ bytes: 5 * 8 + 5 * 4, counts: { postings: 5 } })
    // 64 bytes a row and its scale of 4.
    expect(ofVectors!.size).toEqual({ bytes: 3 * 68, counts: { vectors: 3 } })
  })

  it('is that of all parts, each once', async () => {
    const both = await indexesOf({
      words,
      vectors,
      both: { type: 'hybrid', settings: { of: ['words', 'vectors'] } },
      tied: { type: 'graph', settings: { of: 'words' } },
      all: { type: 'hybrid', settings: { of: ['both', 'tied', 'words'] } },
    })
    const bytes = (name: string) => both[name]!.size!.bytes
    expect(bytes('both')).toBe(bytes('words') + bytes('vectors'))
    expect(bytes('all')).toBe(bytes('tied') + bytes('vectors'))
    expect(Object.keys(both.all!.size!.counts)).toEqual(['postings', 'vectors', 'ties'])
  })

  it('is unknown where a part of it is elsewhere', () => {
    const costs: Readonly<Record<string, OwnCost>> = {
      elsewhere: { parts: [], size: undefined, milliseconds: 1 },
      here: { parts: [], size: { bytes: 8, counts: {} }, milliseconds: 2 },
      both: { parts: ['elsewhere', 'here'], size: undefined, milliseconds: 4 },
    }
    expect(wholeCost('both', (name) => costs[name]!)).toEqual({ size: null, milliseconds: 7 })
    expect(wholeCost('here', (name) => costs[name]!)).toEqual({ size: { bytes: 8, counts: {} }, milliseconds: 2 })
  })

  it('is timed without the cutting of documents, and only with a clock', async () => {
    let now = 0
    const timed = await indexesOf(
      { words, both: { type: 'hybrid', settings: { of: ['words', 'vectors'] } }, vectors },
      {
        clock: () => now++,
        chunks: async () => {
          now += 1000
          return chunks
        },
      },
    )
    const took = (name: string) => timed[name]!.milliseconds!
    expect(took('words')).toBeGreaterThan(0)
    expect(took('both')).toBeGreaterThan(took('words'))
    expect(took('both')).toBeLessThan(100)
    expect((await indexesOf({ words })).words!.milliseconds).toBeNull()
  })
})

describe('Stopwatch', () => {
  it('leaves apart what is not to count, also where that fails', async () => {
    let now = 5
    const watch = new Stopwatch(() => now)
    now = 7
    await watch.apart(async () => {
      now = 100
    })
    await expect(
      watch.apart(async () => {
        now = 200
        throw new Error('broken')
      }),
    ).rejects.toThrow('broken')
    now = 203
    expect(watch.elapsed()).toBe(5)
    expect(new Stopwatch().elapsed()).toBeUndefined()
  })
})
