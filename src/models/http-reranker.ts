import { z } from 'zod'
import { address } from './address.ts'
import { boundedFetch } from './hosted/bounded-fetch.ts'
import { apiKeyEnv, callSettings } from './hosted/call-settings.ts'
import { type RerankServer, rerankServer } from './hosted/rerank-server.ts'
import { rerankerType } from './hosted/reranker-type.ts'

/**
 * Rerankers behind a URL. The two shapes in use: Jina's (`documents` in, `results` with `relevance_score` out), which Cohere,
 * Voyage, vLLM, llama.cpp and LiteLLM have taken over; and that of Text Embeddings Inference (`texts` in, a list with `score` out).
 */
export const httpReranker = rerankerType({
  summary: 'A reranker behind a URL: Text Embeddings Inference, Jina, vLLM, llama.cpp, or what speaks like them.',
  schema: z.strictObject({
    url: address.describe('The whole address: `http://localhost:8080/rerank`.'),
    shape: z
      .enum(['tei', 'jina'])
      .describe(
        '`tei`: `{query, texts}` in, `[{index, score}]` out. `jina`: `{model, query, documents}` in, `{results: [{index, relevance_score}]}` out.',
      ),
    model: z.string().min(1).optional().describe('The name that the server gives the model; sent with `shape: jina`.'),
    revision: z
      .string()
      .min(1)
      .optional()
      .describe('Which state of the model the server holds. Records are kept apart by it: change it with the model.'),
    apiKeyEnv: apiKeyEnv.optional(),
    ...callSettings,
  }),
  // TEI refuses more by default (`--max-client-batch-size`).
  batch: 32,
  identity: ({ shape, model = 'default', revision }) => ({
    provider: `http-${shape}`,
    model,
    ...(revision && { revision }),
    parameters: {},
  }),
  async connect({ url, shape, model, apiKeyEnv, timeout }, { fetch, secret }) {
    const { APICallError } = await import('ai')
    const server: RerankServer = {
      url,
      shape,
      model: model ?? 'default',
      headers: apiKeyEnv === undefined ? {} : { authorization: `Bearer ${secret(apiKeyEnv)}` },
      fetch: boundedFetch(fetch, timeout),
      failure: (options) => new APICallError({ url, requestBodyValues: {}, ...options }),
    }
    return rerankServer(server)
  },
})
