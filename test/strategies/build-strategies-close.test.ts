import { expect, it } from 'vitest'
import { z } from 'zod'
import { buildStrategies } from '../../src/strategies/build-strategies.ts'
import { mappingRetriever } from '../../src/strategies/mapped/retriever.ts'
import type { StrategyType } from '../../src/strategies/strategy.ts'
import { builtInServices } from '../support/built-in-services.ts'

it('closes what is built already when a later strategy cannot be built', async () => {
  const closed: unknown[] = []
  const type: StrategyType<unknown> = {
    summary: '',
    schema: z.unknown(),
    external: true,
    parts: () => [],
    async build(settings) {
      if (settings === 'broken') throw new Error('this one cannot be built')
      return { retrieve: async () => ({ hits: [] }), close: async () => void closed.push(settings) }
    },
  }
  const entries = ['first', 'second', 'broken', 'never'].map((settings) => [settings, { type: 'any', settings }])
  const building = buildStrategies(Object.fromEntries(entries), {
    types: { any: type },
    chunks: async () => [],
    documents: [],
    services: builtInServices(),
    baseDirectory: '/',
    signal: new AbortController().signal,
    progress: () => {},
  })
  await expect(building).rejects.toThrow('this one cannot be built')
  expect(closed).toEqual(['first', 'second'])
})

it('closes what is searched in the place of chunks, and all that it is made of, with the strategy that made it', async () => {
  const closed: unknown[] = []
  const type: StrategyType<unknown> = {
    summary: '',
    schema: z.unknown(),
    external: true,
    parts: (settings) => (settings === 'both' ? ['engine'] : settings === 'made' ? ['both'] : []),
    async build(settings, context) {
      if (settings === 'made') return mappingRetriever(await context.partOver('both', []), new Map())
      return { retrieve: async () => ({ hits: [] }), close: async () => void closed.push(settings) }
    },
  }
  const entries = ['engine', 'both', 'made'].map((settings) => [settings, { type: 'any', settings }])
  const built = await buildStrategies(Object.fromEntries(entries), {
    types: { any: type },
    chunks: async () => [],
    documents: [],
    services: builtInServices(),
    baseDirectory: '/',
    signal: new AbortController().signal,
    progress: () => {},
  })
  await built.get('made')!.retriever.close!()
  expect(closed.sort()).toEqual(['both', 'engine'])
})
