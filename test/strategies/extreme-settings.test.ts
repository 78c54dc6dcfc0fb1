import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { parseConfig } from '../../src/config/load-config.ts'
import type { Chunk } from '../../src/model.ts'
import { orderHits } from '../../src/retrieval/order-hits.ts'
import { bm25 } from '../../src/strategies/bm25.ts'
import { buildStrategies } from '../../src/strategies/build-strategies.ts'
import { dense } from '../../src/strategies/dense.ts'
import { graph } from '../../src/strategies/graph.ts'
import { hybrid } from '../../src/strategies/hybrid.ts'
import { rerank } from '../../src/strategies/rerank.ts'
import { registries as fakes } from '../config/fake-registries.ts'
import { builtInServices } from '../support/built-in-services.ts'
import { chunk } from './chunks.ts'

const types = { bm25, dense, hybrid, rerank, graph }
const model = { summary: '', schema: z.strictObject({}) }
const registries = { ...fakes, strategies: types, embedders: { hashing: model }, rerankers: { features: model } }

const SETTINGS = {
  'hybrid.k': (value: string) => `{ type: hybrid, of: [words, vectors], fusion: rrf, k: ${value} }`,
  'hybrid.weights': (value: string) => `{ type: hybrid, of: [words, vectors], weights: [${value}, 0.3] }`,
  'hybrid.weights of rrf': (value: string) =>
    `{ type: hybrid, of: [words, vectors], fusion: rrf, weights: [${value}, 1] }`,
  'hybrid.candidates': (value: string) => `{ type: hybrid, of: [words, vectors], candidates: ${value} }`,
  'rerank.depth': (value: string) => `{ type: rerank, of: words, depth: ${value} }`,
  'graph.anchors': (value: string) => `{ type: graph, of: words, anchors: ${value} }`,
  'graph.hops': (value: string) => `{ type: graph, of: words, hops: ${value} }`,
  'graph.decay': (value: string) => `{ type: graph, of: words, decay: ${value} }`,
  'dense.dimensions': (value: string) => `{ type: dense, dimensions: ${value} }`,
} as const

const EXTREMES = ['1e308', '-1e308', '1e-308', '5e-324', '0', '-1', '.nan', '.inf', '-.inf', '1e15', '1000000', '1']

const texts = ['red apples and pears', 'green pears', 'blue plums and red cherries', 'apples', 'nothing of that']
const chunks = texts.map(
  (text, index): Chunk => chunk(`c${index}`, text, { path: `d${index}.md`, document: `d${index}.md` }),
)

function configOf(settings: string) {
  const text = `queries: q.jsonl
strategies:
  words: { type: bm25 }
  vectors: { type: dense }
  tested: ${settings}
`
  return parseConfig(text, 'retrieval-gate.yml', registries)
}

async function answersOf(settings: string) {
  const built = await buildStrategies(configOf(settings).strategies, {
    types,
    services: builtInServices(),
    chunks: async () => chunks,
    documents: [],
    baseDirectory: '/',
    signal: new AbortController().signal,
    progress: () => {},
  })
  const { retriever } = built.get('tested')!
  const { hits } = await retriever.retrieve({ id: 'q', text: 'red apples' }, 5, new AbortController().signal)
  return hits
}

describe.each(Object.entries(SETTINGS))('%s', (_name, settingsOf) => {
  it.each(EXTREMES)('of %s is refused with its line, or gives a ranking with the best chunk first', async (value) => {
    let refused: unknown
    try {
      configOf(settingsOf(value))
    } catch (error) {
      refused = error
    }
    if (refused !== undefined) {
      expect(String(refused)).toMatch(/retrieval-gate\.yml:5/)
      expect(String(refused)).toMatch(/out of range|wrong type|at least|at most|above 0/)
      return
    }
    const hits = await answersOf(settingsOf(value))
    expect(hits[0]?.id).toBe('c0')
    expect(orderHits(hits)).toBe(hits)
    // What the question has no word of is told apart from what it has.
    if (hits.length > 1) expect(new Set(hits.map(({ score }) => score)).size).toBeGreaterThan(1)
  })
})

it.each([
  ['k: 1e308', /k` is out of range[\s\S]*at most 1000000[\s\S]*1e\+308/],
  ['k: .nan', /k` has the wrong type[\s\S]*a number/],
  ['weights: [.inf, 1]', /weights\[0\]` has the wrong type/],
  ['weights: [1e-9, 1]', /weights\[0\]`: 0, or at least 0\.000001/],
  ['weights: [-1, 1]', /weights\[0\]` is out of range[\s\S]*at least 0/],
])('a hybrid with %s is told what is wrong', (setting, message) => {
  expect(() => configOf(`{ type: hybrid, of: [words, vectors], ${setting} }`)).toThrow(message)
})
