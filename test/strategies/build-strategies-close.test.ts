import { expect, it } from 'vitest'
import { z } from 'zod'
import { buildStrategies } from '../../src/strategies/build-strategies.ts'
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
