import type { RerankingModel } from 'ai'
import { z } from 'zod'
import { shortText } from './short-text.ts'

type Model = Exclude<RerankingModel, string>
type CallOptions = Parameters<Model['doRerank']>[0]

export interface RerankServer {
  readonly url: string
  readonly shape: 'tei' | 'jina'
  readonly model: string
  readonly headers: Readonly<Record<string, string>>
  readonly fetch: typeof fetch
  /** An error that the AI SDK knows what to do with. */
  failure(options: FailureOptions): Error
}

export interface FailureOptions {
  readonly message: string
  readonly statusCode?: number
  readonly responseHeaders?: Record<string, string>
  readonly isRetryable: boolean
  readonly cause?: unknown
}

const index = z.int().min(0)
const ANSWERS = {
  tei: z.array(z.object({ index, score: z.number() })),
  jina: z
    .object({ results: z.array(z.object({ index, relevance_score: z.number() })) })
    .transform(({ results }) => results.map(({ index, relevance_score }) => ({ index, score: relevance_score }))),
}

/** A server with one of the usual shapes as a model of the AI SDK. */
export function rerankServer(server: RerankServer): Model {
  return {
    specificationVersion: 'v3',
    provider: `http-${server.shape}`,
    modelId: server.model,
    doRerank: (options) => rerank(server, options),
  }
}

async function rerank(server: RerankServer, { query, documents, abortSignal }: CallOptions) {
  const { shape, model } = server
  const texts = documents.values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  const body =
    shape === 'tei' ? { query, texts, truncate: true } : { model, query, documents: texts, top_n: texts.length }
  const answered = ANSWERS[shape].safeParse(await post(server, body, abortSignal))
  if (!answered.success) {
    throw server.failure({
      message: `the answer has not the shape \`${shape}\`: ${z.prettifyError(answered.error)}`,
      isRetryable: false,
    })
  }
  return { ranking: answered.data.map(({ index, score }) => ({ index, relevanceScore: score })) }
}

async function post(server: RerankServer, body: object, signal: AbortSignal | undefined): Promise<unknown> {
  const { url, headers, fetch, failure } = server
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  }
  const response = await fetch(url, init).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw failure({ message: reasonOf(cause), isRetryable: true, cause })
  })
  if (response.ok) return response.json()
  throw failure({
    message: shortText(await response.text()) || response.statusText,
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers),
    isRetryable: RETRYABLE.has(response.status) || response.status >= 500,
  })
}

/** As the AI SDK has it. */
const RETRYABLE = new Set([408, 409, 429])

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : String(cause)
}
