import { engineRetriever } from './engine/retriever.ts'
import { httpEngine } from './http/engine.ts'
import { type HttpSettings, httpSchema } from './http/settings.ts'
import type { StrategyType } from './strategy.ts'

/** A search engine or service that is asked over HTTP. */
export const http: StrategyType<HttpSettings> = {
  summary: 'Your own retriever, or any search engine, asked over HTTP: a request with placeholders, hits by JMESPath.',
  schema: httpSchema,
  external: true,
  parts: () => [],
  models: ({ embedder }) => ({ embedder }),
  build: async (settings, context) => engineRetriever(httpEngine(settings, context), settings, context),
}
