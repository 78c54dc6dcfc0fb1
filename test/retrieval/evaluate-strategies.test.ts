import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { evaluateStrategies } from '../../src/retrieval/evaluate-strategies.ts'
import type { Retriever, StrategyType } from '../../src/strategies/strategy.ts'
import { builtInServices } from '../support/built-in-services.ts'

function typeOf(retriever: Partial<Retriever>, more: Partial<StrategyType<unknown>> = {}): StrategyType<unknown> {
  return {
    summary: '',
    schema: z.unknown(),
    parts: () => [],
    external: false,
    build: async () => ({ retrieve: async () => ({ hits: [] }), ...retriever }),
    ...more,
  }
}

const requests = [{ question: { id: 'q1', text: 'one' }, distinctDocuments: false }]

function evaluated(types: Record<string, StrategyType<unknown>>, timing = false) {
  let time = 0
  const entries = Object.fromEntries(Object.keys(types).map((type) => [type, { type, settings: {} }]))
  return evaluateStrategies(entries, requests, {
    services: builtInServices(),
    types,
    chunks: async () => [],
    documents: [],
    baseDirectory: '/',
    depth: 10,
    timing,
    progress: () => {},
    now: () => time++,
    signal: new AbortController().signal,
  })
}

describe('evaluateStrategies', () => {
  it('asks every strategy every question, in the order of the config', async () => {
    const runs = await evaluated({ b: typeOf({}), a: typeOf({}) })
    expect(runs.map(({ name, run }) => [name, [...run.rankings.keys()]])).toEqual([
      ['b', ['q1']],
      ['a', ['q1']],
    ])
    expect(runs[0]!.latency).toEqual([])
  })

  it('times only the questions that have a ranking, and only where that is asked', async () => {
    const down = typeOf({
      retrieve: async () => {
        throw new Error('down')
      },
    })
    const [up, failing] = await evaluated({ up: typeOf({}), down }, true)
    expect(up!.latency).toEqual([1])
    expect(failing!.latency).toEqual([])
    expect(failing!.run.errors.get('q1')).toBe('down')
  })

  it('closes every retriever, even where one cannot be closed', async () => {
    const closed: string[] = []
    const closing = (name: string) => typeOf({ close: async () => void closed.push(name) })
    const stuck = typeOf({
      close: async () => {
        throw new Error('stuck')
      },
    })
    expect(await evaluated({ a: closing('a'), stuck, b: closing('b') })).toHaveLength(3)
    expect(closed).toEqual(['a', 'b'])
  })
})
