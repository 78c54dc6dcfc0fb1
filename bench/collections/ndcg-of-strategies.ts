import type { Hit } from '../../src/model.ts'
import type { Services } from '../../src/models/services.ts'
import { buildStrategies, type StrategyEntry } from '../../src/strategies/build-strategies.ts'
import { strategyTypes } from '../../src/strategies/registry.ts'
import { builtInServices } from '../../test/support/built-in-services.ts'
import type { Collection } from './collection.ts'

const DEPTH = 10

/** By strategy: nDCG@10 of each question (linear gain, the ideal over all judgments). */
export async function ndcgOfStrategies(
  collection: Collection,
  settings: Readonly<Record<string, { readonly type: keyof typeof strategyTypes }>>,
  services: Services = builtInServices(),
): Promise<Map<string, number[]>> {
  const { signal } = new AbortController()
  const entries = Object.entries(settings).map(([name, { type, ...rest }]): [string, StrategyEntry] => [
    name,
    { type, settings: strategyTypes[type].schema.parse(rest) },
  ])
  const built = await buildStrategies(Object.fromEntries(entries), {
    services,
    types: strategyTypes,
    chunks: async () => collection.chunks,
    documents: [],
    baseDirectory: collection.folder,
    signal,
    progress: () => {},
  })
  const scores = new Map<string, number[]>()
  for (const [name, { retriever }] of built) {
    const rankings = await retriever.retrieveAll!(collection.questions, DEPTH, signal)
    scores.set(
      name,
      rankings.map(({ hits }, index) => ndcg(hits, collection.judgments[index]!)),
    )
  }
  return scores
}

function ndcg(hits: readonly Hit[], grades: ReadonlyMap<string, number>): number {
  return gain(hits.map(({ id }) => grades.get(id) ?? 0)) / gain([...grades.values()].sort((a, b) => b - a))
}

function gain(grades: readonly number[]): number {
  return grades.slice(0, DEPTH).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0)
}
