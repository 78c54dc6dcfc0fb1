import { z } from 'zod'
import { connectionOptions, keyedConnection, modelName } from './hosted/call-settings.ts'
import { embedderType } from './hosted/embedder-type.ts'
import { rerankerType } from './hosted/reranker-type.ts'
import type { ModelContext } from './model-context.ts'

const connection = z.strictObject({ model: modelName, ...keyedConnection('VOYAGE_API_KEY') })

/** Voyage AI's embedding models: questions and chunks are embedded each in their own way. */
export const voyageEmbedder = embedderType({
  summary: "Voyage AI's embedding models.",
  schema: z.strictObject({
    ...connection.shape,
    dimensions: z.int().min(1).optional().describe('Length of a vector, where the model offers several.'),
  }),
  batch: 128,
  identity: ({ model, dimensions }) => ({
    provider: 'voyage',
    model,
    parameters: { ...(dimensions && { dimensions }) },
  }),
  options: ({ dimensions }, role) => ({
    voyage: { inputType: role === 'query' ? 'query' : 'document', ...(dimensions && { outputDimension: dimensions }) },
  }),
  connect: async (settings, context) => (await provider(settings, context)).textEmbeddingModel(settings.model),
})

/** Voyage AI's rerankers. */
export const voyageReranker = rerankerType({
  summary: "Voyage AI's rerankers.",
  schema: connection,
  batch: 1000,
  identity: ({ model }) => ({ provider: 'voyage', model, parameters: {} }),
  connect: async (settings, context) => (await provider(settings, context)).rerankingModel(settings.model),
})

async function provider(settings: z.infer<typeof connection>, context: ModelContext) {
  const { createVoyage } = await import('voyage-ai-provider')
  return createVoyage(connectionOptions(settings, context))
}
