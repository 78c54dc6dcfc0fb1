import { engineRetriever } from './engine/retriever.ts'
import { type PgvectorSettings, pgvectorSchema } from './pgvector/settings.ts'
import type { StrategyType } from './strategy.ts'

/** PostgreSQL with pgvector. */
export const pgvector: StrategyType<PgvectorSettings> = {
  summary:
    'PostgreSQL, with pgvector or without: your own SQL over your own tables, or the knowledge base loaded into one.',
  schema: pgvectorSchema,
  external: true,
  loads: ({ index }) => index !== undefined,
  place: async (settings, context) => (await import('./pgvector/place.ts')).openPostgresPlace(settings, context),
  parts: () => [],
  models: ({ embedder }) => ({ embedder }),
  async build(settings, context) {
    const { pgvectorEngine } = await import('./pgvector/engine.ts')
    return engineRetriever(await pgvectorEngine(settings, context), settings, context)
  },
}
