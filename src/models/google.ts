import { z } from 'zod'
import { connectionOptions, keyedConnection, modelName } from './hosted/call-settings.ts'
import { chatSettings, chatType } from './hosted/chat-type.ts'
import { embedderType } from './hosted/embedder-type.ts'
import type { ModelContext } from './model-context.ts'

const connection = z.strictObject({ model: modelName, ...keyedConnection('GOOGLE_GENERATIVE_AI_API_KEY') })

/** Google's embedding models (Gemini API): questions and chunks are embedded each in their own way. */
export const googleEmbedder = embedderType({
  summary: "Google's embedding models (Gemini API).",
  schema: z.strictObject({
    ...connection.shape,
    dimensions: z.int().min(1).optional().describe('Length of a vector, where the model offers several.'),
  }),
  batch: 100,
  identity: ({ model, dimensions }) => ({
    provider: 'google',
    model,
    parameters: { ...(dimensions && { dimensions }) },
  }),
  options: ({ dimensions }, role) => ({
    google: {
      taskType: role === 'query' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
      ...(dimensions && { outputDimensionality: dimensions }),
    },
  }),
  connect: async (settings, context) => (await provider(settings, context)).embeddingModel(settings.model),
})

/** Google's chat models (Gemini API). */
export const googleChat = chatType({
  summary: "Google's chat models (Gemini API).",
  schema: z.strictObject({ ...connection.shape, ...chatSettings }),
  identity: ({ model }) => ({ provider: 'google', model, parameters: {} }),
  connect: async (settings, context) => (await provider(settings, context)).languageModel(settings.model),
})

async function provider(settings: z.infer<typeof connection>, context: ModelContext) {
  const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
  return createGoogleGenerativeAI(connectionOptions(settings, context))
}
