import { type ChromaSettings, chromaSchema } from './chroma/settings.ts'
import { engineRetriever } from './engine/retriever.ts'
import type { StrategyType } from './strategy.ts'

/** The vector database Chroma. */
export const chroma: StrategyType<ChromaSettings> = {
  summary:
    'Chroma, over its HTTP API: a collection of yours, or the knowledge base loaded into one. It searches vectors.',
  schema: chromaSchema,
  external: true,
  loads: ({ index }) => index !== undefined,
  place: async (settings, context) => (await import('./chroma/place.ts')).openChromaPlace(settings, context),
  parts: () => [],
  models: ({ embedder }) => ({ embedder }),
  async build(settings, context) {
    const { chromaEngine } = await import('./chroma/engine.ts')
    return engineRetriever(await chromaEngine(settings, context), settings, context)
  },
}
