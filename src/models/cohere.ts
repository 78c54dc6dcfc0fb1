import { z } from 'zod'
import { connectionOptions, keyedConnection, modelName } from './hosted/call-settings.ts'
import { chatSettings, chatType } from './hosted/chat-type.ts'
import { embedderType } from './hosted/embedder-type.ts'
import { rerankerType } from './hosted/reranker-type.ts'
import type { ModelContext } from './model-context.ts'

const connection = z.strictObject({ model: modelName, ...keyedConnection('COHERE_API_KEY') })

/** Cohere's embedding models: questions and chunks are embedded each in their own way. */
export const cohereEmbedder = embedderType({
  summary: "Cohere's embedding models.",
  schema: z.strictObject({
    ...connection.shape,
    dimensions: z
      .literal([256, 512, 1024, 1536])
      .optional()
      .describe('Length of a vector, where the model offers several.'),
  }),
  batch: 96,
  identity: ({ model, dimensions }) => ({
    provider: 'cohere',
    model,
    parameters: { ...(dimensions && { dimensions }) },
  }),
  options: ({ dimensions }, role) => ({
    cohere: {
      inputType: role === 'query' ? 'search_query' : 'search_document',
      ...(dimensions && { outputDimension: dimensions }),
    },
  }),
  connect: async (settings, context) => (await provider(settings, context)).embeddingModel(settings.model),
})

/** Cohere's rerankers. */
export const cohereReranker = rerankerType({
  summary: "Cohere's rerankers.",
  schema: connection,
  batch: 1000,
  identity: ({ model }) => ({ provider: 'cohere', model, parameters: {} }),
  connect: async (settings, context) => (await provider(settings, context)).rerankingModel(settings.model),
})

/** Cohere's chat models. */
export const cohereChat = chatType({
  summary: "Cohere's chat models.",
  schema: z.strictObject({ ...connection.shape, ...chatSettings }),
  identity: ({ model }) => ({ provider: 'cohere', model, parameters: {} }),
  connect: async (settings, context) => (await provider(settings, context)).languageModel(settings.model),
})

async function provider(settings: z.infer<typeof connection>, context: ModelContext) {
  const { createCohere } = await import('@ai-sdk/cohere')
  return createCohere(connectionOptions(settings, context))
}
