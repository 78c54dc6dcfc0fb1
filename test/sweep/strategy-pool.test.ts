import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ChunkingConfig } from '../../src/knowledge/chunking.ts'
import type { Chunk } from '../../src/model.ts'
import { buildStrategies, type StrategyEntry } from '../../src/strategies/build-strategies.ts'
import type { Retriever, StrategyType } from '../../src/strategies/strategy.ts'
import { StrategyPool } from '../../src/sweep/strategy-pool.ts'
import { builtInServices } from '../support/built-in-services.ts'

/** A kind of strategy that notes what is built and closed, of parts where it has `of`. */
function noting() {
  const events: string[] = []
  const type: StrategyType<unknown> = {
    summary: 'For tests.',
    schema: z.unknown(),
    external: false,
    parts: (settings) => (settings as { of?: string[] }).of ?? [],
    async build(settings, context): Promise<Retriever> {
      const { label, of = [] } = settings as { label: string; of?: string[] }
      for (const part of of) await context.part(part)
      if (of.length === 0) await context.chunks()
      events.push(`build ${label}`)
      return {
        retrieve: async () => ({ hits: [] }),
        close: async () => void events.push(`close ${label}`),
      }
    },
  }
  return { events, types: { noting: type } }
}

const entry = (label: string, of?: string[]): StrategyEntry => ({
  type: 'noting',
  settings: { label, ...(of === undefined ? {} : { of }) },
})

describe('a pool of strategies', () => {
  const lists = new Map<string, readonly Chunk[]>()
  const chunks = async (chunking?: ChunkingConfig): Promise<readonly Chunk[]> => {
    const key = JSON.stringify(chunking ?? null)
    const list = lists.get(key) ?? []
    lists.set(key, list)
    return list
  }
  const build = (pool: StrategyPool, types: ReturnType<typeof noting>['types'], top: string, prints: string[]) =>
    buildStrategies(
      { part: entry('part'), whole: entry(top, ['part']) },
      {
        types: pool.types(
          types,
          new Map([
            ['part', prints[0]!],
            ['whole', prints[1]!],
          ]),
        ),
        chunks,
        documents: [],
        services: builtInServices(),
        baseDirectory: '/',
        signal: new AbortController().signal,
        progress() {},
      },
    )

  it('builds what settings have in common once, and knows its chunks each time', async () => {
    const { events, types } = noting()
    const pool = new StrategyPool()
    const first = await build(pool, types, 'one', ['p', 'w1'])
    const second = await build(pool, types, 'two', ['p', 'w2'])
    expect(events).toEqual(['build part', 'build one', 'build two'])
    expect(second.get('part')?.retriever).toBe(first.get('part')?.retriever)
    expect(second.get('whole')?.chunks).toBe(first.get('part')?.chunks)
  })

  it('closes what nothing needs any more, once', async () => {
    const { events, types } = noting()
    const pool = new StrategyPool()
    await build(pool, types, 'one', ['p', 'w1'])
    await pool.keepOnly(new Set(['p']))
    await pool.keepOnly(new Set(['p']))
    expect(events).toEqual(['build part', 'build one', 'close one'])
    await build(pool, types, 'one', ['p', 'w1'])
    await pool.keepOnly(new Set())
    expect(events.slice(3).sort()).toEqual(['build one', 'close one', 'close part'])
  })
})
