import { z } from 'zod'
import { boundedFetch } from './hosted/bounded-fetch.ts'
import { apiKeyEnv, baseUrl, callSettings, type HostedSettings, keyOf, modelName } from './hosted/call-settings.ts'
import { chatSettings, chatType } from './hosted/chat-type.ts'
import { embedderType } from './hosted/embedder-type.ts'
import { rerankerType } from './hosted/reranker-type.ts'
import type { ModelContext } from './model-context.ts'

const connection = z.strictObject({
  model: modelName,
  region: z.string().min(1).describe('The AWS region: `us-east-1`.'),
  apiKeyEnv: apiKeyEnv
    .optional()
    .describe(
      'The environment variable that holds a Bedrock API key. Without it, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY (and AWS_SESSION_TOKEN) are used.',
    ),
  baseUrl: baseUrl.optional(),
  ...callSettings,
})

/** Embedding models on Amazon Bedrock. Titan's take one text a call; Cohere's may have a larger `batch`. */
export const bedrockEmbedder = embedderType({
  summary: 'Embedding models on Amazon Bedrock.',
  schema: z.strictObject({
    ...connection.shape,
    dimensions: z.literal([256, 512, 1024]).optional().describe('Length of a vector, where the model offers several.'),
  }),
  batch: 1,
  keys: keysOf,
  identity: ({ model, dimensions }) => ({
    provider: 'bedrock',
    model,
    parameters: { ...(dimensions && { dimensions }) },
  }),
  options: ({ dimensions }, role) => ({
    bedrock: {
      inputType: role === 'query' ? 'search_query' : 'search_document',
      ...(dimensions && { dimensions }),
    },
  }),
  connect: async (settings, context) => (await provider(settings, context)).embeddingModel(settings.model),
})

/** Rerankers on Amazon Bedrock. */
export const bedrockReranker = rerankerType({
  summary: 'Rerankers on Amazon Bedrock.',
  schema: connection,
  batch: 1000,
  keys: keysOf,
  identity: ({ model }) => ({ provider: 'bedrock', model, parameters: {} }),
  connect: async (settings, context) => (await provider(settings, context)).rerankingModel(settings.model),
})

/** Chat models on Amazon Bedrock. */
export const bedrockChat = chatType({
  summary: 'Chat models on Amazon Bedrock.',
  schema: z.strictObject({ ...connection.shape, ...chatSettings }),
  keys: keysOf,
  identity: ({ model }) => ({ provider: 'bedrock', model, parameters: {} }),
  connect: async (settings, context) => (await provider(settings, context)).languageModel(settings.model),
})

/** A key of its own, or the usual credentials of AWS. */
function keysOf(settings: HostedSettings): readonly string[] {
  return settings.apiKeyEnv === undefined ? ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'] : keyOf(settings)
}

async function provider(settings: z.infer<typeof connection>, { fetch, secret }: ModelContext) {
  const { region, apiKeyEnv, baseUrl, timeout } = settings
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
  const credentials =
    apiKeyEnv === undefined
      ? {
          accessKeyId: secret('AWS_ACCESS_KEY_ID'),
          secretAccessKey: secret('AWS_SECRET_ACCESS_KEY'),
          ...session(secret),
        }
      : { apiKey: secret(apiKeyEnv) }
  return createAmazonBedrock({
    region,
    ...credentials,
    fetch: boundedFetch(fetch, timeout),
    ...(baseUrl !== undefined && { baseURL: baseUrl }),
  })
}

/** The token of temporary credentials; long-lived ones have none. */
function session(secret: ModelContext['secret']): { sessionToken?: string } {
  try {
    return { sessionToken: secret('AWS_SESSION_TOKEN') }
  } catch {
    return {}
  }
}
