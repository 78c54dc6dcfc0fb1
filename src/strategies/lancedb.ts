import { engineRetriever } from './engine/retriever.ts'
import { type LancedbSettings, lancedbSchema } from './lancedb/settings.ts'
import type { StrategyType } from './strategy.ts'

/** The embedded vector database LanceDB. */
export const lancedb: StrategyType<LancedbSettings> = {
  summary:
    'LanceDB, loaded from where your project has it: a table of yours, or the knowledge base loaded into one. Vectors, words (BM25) or both.',
  schema: lancedbSchema,
  external: true,
  loads: ({ index }) => index !== undefined,
  place: async (settings, context) => (await import('./lancedb/place.ts')).openLancePlace(settings, context),
  parts: () => [],
  models: ({ embedder }) => ({ embedder }),
  async build(settings, context) {
    const { lancedbEngine } = await import('./lancedb/engine.ts')
    return engineRetriever(await lancedbEngine(settings, context), settings, context)
  },
}
