import { z } from 'zod'
import { connectionOptions, keyedConnection, modelName } from './hosted/call-settings.ts'
import { chatSettings, chatType } from './hosted/chat-type.ts'
import { embedderType } from './hosted/embedder-type.ts'

const connection = { model: modelName, ...keyedConnection('OPENAI_API_KEY') }

/** OpenAI's embedding models. */
export const openaiEmbedder = embedderType({
  summary: "OpenAI's embedding models.",
  schema: z.strictObject({
    ...connection,
    dimensions: z.int().min(1).optional().describe('Length of a vector, where the model offers several.'),
  }),
  batch: 256,
  identity: ({ model, dimensions }) => ({
    provider: 'openai',
    model,
    parameters: { ...(dimensions && { dimensions }) },
  }),
  options: ({ dimensions }) => ({ openai: { ...(dimensions && { dimensions }) } }),
  async connect(settings, context) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI(connectionOptions(settings, context)).embedding(settings.model)
  },
})

/** OpenAI's chat models. */
export const openaiChat = chatType({
  summary: "OpenAI's chat models.",
  schema: z.strictObject({ ...connection, ...chatSettings }),
  identity: ({ model }) => ({ provider: 'openai', model, parameters: {} }),
  async connect(settings, context) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    return createOpenAI(connectionOptions(settings, context)).chat(settings.model)
  },
})
