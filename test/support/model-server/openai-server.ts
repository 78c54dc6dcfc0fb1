import { type Answer, type Asked, type JsonServer, jsonServer } from './json-server.ts'

export interface OpenAiOptions {
  embed?(texts: readonly string[]): Promise<readonly (readonly number[])[]>
  /** The last user message, and the temperature and seed it was asked for with. */
  chat?(prompt: string, asked: { readonly temperature: number; readonly seed: number }): string
  /** What to answer instead, for the n-th request from 0. */
  fault?(n: number): Answer | undefined
}

/** A server with OpenAI's protocol: `/v1/embeddings` and `/v1/chat/completions`, as its API reference describes them. */
export async function openAiServer({
  embed,
  chat,
  fault,
}: OpenAiOptions): Promise<JsonServer & { readonly baseUrl: string }> {
  let count = 0
  const server = await jsonServer(async (asked) => {
    const instead = fault?.(count++)
    if (instead !== undefined) return instead
    if (asked.path === '/v1/embeddings' && embed) return { json: await embeddings(asked, embed) }
    if (asked.path === '/v1/chat/completions' && chat) return { json: completion(asked, chat) }
    return { status: 404, json: { error: { message: `no such path: ${asked.path}`, type: 'invalid_request_error' } } }
  })
  return { ...server, baseUrl: `${server.url}/v1` }
}

async function embeddings({ body }: Asked, embed: NonNullable<OpenAiOptions['embed']>) {
  const texts = [body.input as string | string[]].flat()
  const vectors = await embed(texts)
  return {
    object: 'list',
    model: body.model,
    data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: encoded(vector, body) })),
    usage: { prompt_tokens: tokensOf(texts), total_tokens: tokensOf(texts) },
  }
}

/** Numbers, or what the clients of Python and JavaScript ask for unless told otherwise: the bytes of 32-bit ones, in base64. */
function encoded(vector: readonly number[], { encoding_format: format }: Asked['body']): unknown {
  return format === 'base64' ? Buffer.from(Float32Array.from(vector).buffer).toString('base64') : vector
}

function completion({ body }: Asked, chat: NonNullable<OpenAiOptions['chat']>) {
  const messages = body.messages as { role: string; content: string }[]
  const prompt = messages.findLast(({ role }) => role === 'user')!.content
  const content = chat(prompt, { temperature: body.temperature as number, seed: body.seed as number })
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: body.model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: tokensOf([prompt]),
      completion_tokens: tokensOf([content]),
      total_tokens: tokensOf([prompt, content]),
    },
  }
}

function tokensOf(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0)
}
