import { expect, it } from 'vitest'
import { z } from 'zod'
import { buildStrategies } from '../../src/strategies/build-strategies.ts'
import type { StrategyType } from '../../src/strategies/strategy.ts'
import { builtInServices } from '../support/built-in-services.ts'

it('says of a part over made texts for which strategy it is', async () => {
  const type: StrategyType<unknown> = {
    summary: '',
    schema: z.unknown(),
    external: false,
    parts: (settings) => (settings === 'made' ? ['vector'] : []),
    async build(settings, context) {
      if (settings === 'made') return context.partOver('vector', [])
      context.progress(1, 2)
      return { retrieve: async () => ({ hits: [] }) }
    },
  }
  const told: unknown[] = []
  const entries = [
    ['vector', 'vector'],
    ['qna', 'made'],
  ].map(([name, settings]) => [name, { type: 'any', settings }])
  await buildStrategies(Object.fromEntries(entries), {
    types: { any: type },
    chunks: async () => [],
    documents: [],
    services: builtInServices(),
    baseDirectory: '/',
    signal: new AbortController().signal,
    progress: (...line) => void told.push(line),
  })
  expect(told).toEqual([
    ['vector', 1, 2],
    ['qna, vector', 1, 2],
  ])
})
