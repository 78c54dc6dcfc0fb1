import { z } from 'zod'
import { boundedFetch } from './hosted/bounded-fetch.ts'
import { apiKeyEnv, baseUrl, callSettings, modelName } from './hosted/call-settings.ts'
import { chatSettings, chatType } from './hosted/chat-type.ts'
import { embedderType } from './hosted/embedder-type.ts'
import type { ModelContext } from './model-context.ts'

const connection = z.strictObject({
  model: modelName,
  baseUrl,
  apiKeyEnv: apiKeyEnv.optional(),
  revision: z
    .string()
    .min(1)
    .optional()
    .describe('Which state of the model the server holds. Records are kept apart by it: change it with the model.'),
  ...callSettings,
})

type Connection = z.infer<typeof connection>

/** Embedding models of any server that speaks OpenAI's protocol. */
export const openaiCompatibleEmbedder = embedderType({
  summary: "Any server with OpenAI's protocol: vLLM, Text Embeddings Inference, Ollama, LM Studio, llama.cpp.",
  schema: z.strictObject({
    ...connection.shape,
    dimensions: z.int().min(1).optional().describe('Length of a vector, where the model offers several.'),
    queryPrefix: z.string().default('').describe('Put before every question: some models want `query: `.'),
    passagePrefix: z.string().default('').describe('Put before every chunk: some models want `passage: `.'),
  }),
  batch: 32,
  identity: ({ dimensions, queryPrefix, passagePrefix, ...rest }) =>
    identityOf(rest, { ...(dimensions && { dimensions }), queryPrefix, passagePrefix }),
  options: ({ dimensions }) => ({ openaiCompatible: { ...(dimensions && { dimensions }) } }),
  prefix: ({ queryPrefix, passagePrefix }, role) => (role === 'query' ? queryPrefix : passagePrefix),
  connect: async (settings, context) => (await provider(settings, context)).embeddingModel(settings.model),
})

/** Chat models of any server that speaks OpenAI's protocol. */
export const openaiCompatibleChat = chatType({
  summary: "Any server with OpenAI's protocol: vLLM, Ollama, LM Studio, llama.cpp, a gateway.",
  schema: z.strictObject({ ...connection.shape, ...chatSettings }),
  identity: (settings) => identityOf(settings, {}),
  connect: async (settings, context) => (await provider(settings, context)).chatModel(settings.model),
})

function identityOf(
  { model, revision }: Pick<Connection, 'model' | 'revision'>,
  parameters: Record<string, string | number>,
) {
  return { provider: 'openai-compatible', model, ...(revision && { revision }), parameters }
}

async function provider({ apiKeyEnv, baseUrl, timeout }: Connection, { fetch, secret }: ModelContext) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: baseUrl,
    fetch: boundedFetch(fetch, timeout),
    ...(apiKeyEnv && { apiKey: secret(apiKeyEnv) }),
  })
}
