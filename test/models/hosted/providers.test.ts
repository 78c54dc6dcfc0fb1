import { afterEach, describe, expect, test } from 'vitest'
import { chatTypes } from '../../../src/models/chat-registry.ts'
import { embedderTypes } from '../../../src/models/embedder-registry.ts'
import type { ModelContext } from '../../../src/models/model-context.ts'
import type { ModelType } from '../../../src/models/model-type.ts'
import { rerankerTypes } from '../../../src/models/reranker-registry.ts'
import { modelContext } from '../../support/model-context.ts'
import { type Answer, type Asked, type JsonServer, jsonServer } from '../../support/model-server/json-server.ts'

const signal = new AbortController().signal
const progress = () => {}
let server: JsonServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function answering(answer: (asked: Asked) => unknown): Promise<string> {
  server = await jsonServer((asked): Answer => ({ json: answer(asked) }))
  return server.url
}

function load<Model>(type: ModelType<unknown, Model>, settings: object, context: ModelContext): Promise<Model> {
  return type.load(type.schema.parse(settings) as never, context)
}

/** Two texts and a question, embedded; what was asked for each. */
async function embedded(type: keyof typeof embedderTypes, settings: object, secrets: Record<string, string>) {
  const embedder = await load(embedderTypes[type] as ModelType<unknown, never>, settings, modelContext(secrets))
  const { vectors, embed } = await (
    embedder as { index: import('../../../src/models/embedder.ts').Embedder['index'] }
  ).index(['one', 'two'], { signal, progress })
  const question = await embed(['what?'], signal)
  return { vectors: Array.from(vectors.values), question: Array.from(question.values), asked: server!.asked }
}

const usage = { prompt_tokens: 2, total_tokens: 2 }
const openAi = ({ body }: Asked) => ({
  object: 'list',
  data: (body.input as string[]).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: text === 'two' ? [0, 2] : [3, 0],
  })),
  usage,
})

describe('embedders', () => {
  test('openai: one call a batch, with the key, and vectors of unit length', async () => {
    const url = await answering(openAi)
    const settings = { model: 'text-embedding-3-small', dimensions: 2, baseUrl: `${url}/v1` }
    const { vectors, question, asked } = await embedded('openai', settings, { OPENAI_API_KEY: 'sk-1' })
    expect(vectors).toEqual([1, 0, 0, 1])
    expect(question).toEqual([1, 0])
    expect(asked.map(({ path, body }) => [path, body])).toEqual([
      [
        '/v1/embeddings',
        { model: 'text-embedding-3-small', input: ['one', 'two'], encoding_format: 'float', dimensions: 2 },
      ],
      [
        '/v1/embeddings',
        { model: 'text-embedding-3-small', input: ['what?'], encoding_format: 'float', dimensions: 2 },
      ],
    ])
    expect(asked[0]!.headers.authorization).toBe('Bearer sk-1')
  })

  test('openai-compatible: without a key, with the prefixes that the model wants', async () => {
    const url = await answering(openAi)
    const settings = { model: 'e5', baseUrl: `${url}/v1`, queryPrefix: 'query: ', passagePrefix: 'passage: ' }
    const { asked } = await embedded('openai-compatible', settings, {})
    expect(asked.map(({ body }) => body.input)).toEqual([['passage: one', 'passage: two'], ['query: what?']])
    expect(asked[0]!.headers.authorization).toBeUndefined()
  })

  test('cohere: texts and questions each as what they are', async () => {
    const url = await answering(({ body }) => ({
      id: '1',
      texts: body.texts,
      embeddings: { float: (body.texts as string[]).map(() => [1, 0]) },
      meta: { billed_units: { input_tokens: 2 } },
    }))
    const { asked } = await embedded(
      'cohere',
      { model: 'embed-v4.0', dimensions: 256, baseUrl: `${url}/v2` },
      { COHERE_API_KEY: 'co' },
    )
    expect(asked.map(({ path, body }) => [path, body.input_type, body.output_dimension])).toEqual([
      ['/v2/embed', 'search_document', 256],
      ['/v2/embed', 'search_query', 256],
    ])
    expect(asked[0]!.headers.authorization).toBe('Bearer co')
  })

  test('voyage: texts and questions each as what they are', async () => {
    const url = await answering(openAi)
    const { vectors, asked } = await embedded(
      'voyage',
      { model: 'voyage-3.5', baseUrl: `${url}/v1` },
      { VOYAGE_API_KEY: 'vo' },
    )
    expect(vectors).toEqual([1, 0, 0, 1])
    expect(asked.map(({ path, body }) => [path, body.input_type])).toEqual([
      ['/v1/embeddings', 'document'],
      ['/v1/embeddings', 'query'],
    ])
  })

  test('google: texts and questions each as what they are', async () => {
    const url = await answering(({ body }) => {
      const requests = body.requests as unknown[] | undefined
      return requests === undefined
        ? { embedding: { values: [1, 0] } }
        : { embeddings: requests.map(() => ({ values: [0, 1] })) }
    })
    const settings = { model: 'gemini-embedding-001', baseUrl: `${url}/v1beta` }
    const { vectors, question, asked } = await embedded('google', settings, { GOOGLE_GENERATIVE_AI_API_KEY: 'go' })
    expect(vectors).toEqual([0, 1, 0, 1])
    expect(question).toEqual([1, 0])
    expect(asked.map(({ path }) => path)).toEqual([
      '/v1beta/models/gemini-embedding-001:batchEmbedContents',
      '/v1beta/models/gemini-embedding-001:embedContent',
    ])
    expect(JSON.stringify(asked[0]!.body)).toContain('RETRIEVAL_DOCUMENT')
    expect(JSON.stringify(asked[1]!.body)).toContain('RETRIEVAL_QUERY')
    expect(asked[0]!.headers['x-goog-api-key']).toBe('go')
  })

  test('bedrock: one text a call, signed', async () => {
    const url = await answering(() => ({ embedding: [1, 0], inputTextTokenCount: 1 }))
    const settings = { model: 'amazon.titan-embed-text-v2:0', region: 'eu-west-1', baseUrl: url, dimensions: 256 }
    const secrets = { AWS_ACCESS_KEY_ID: 'AK', AWS_SECRET_ACCESS_KEY: 'SK' }
    const { asked } = await embedded('bedrock', settings, secrets)
    const path = '/model/amazon.titan-embed-text-v2%3A0/invoke'
    const sent = asked.map((one) => [one.path, one.body.inputText, one.body.dimensions])
    expect(sent).toHaveLength(3)
    expect(sent.slice(0, 2)).toEqual(
      expect.arrayContaining([
        [path, 'one', 256],
        [path, 'two', 256],
      ]),
    )
    expect(sent[2]).toEqual([path, 'what?', 256])
    expect(asked[0]!.headers.authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=AK\/.*eu-west-1\/bedrock/)
  })
})

describe('rerankers', () => {
  const candidates = ['near', 'far', 'middle'].map((text, index) => ({ score: 9 - index, text, title: '', path: '' }))
  const scored = async (type: keyof typeof rerankerTypes, settings: object, secrets: Record<string, string>) => {
    const reranker = await load(rerankerTypes[type] as ModelType<unknown, never>, settings, modelContext(secrets))
    return (reranker as import('../../../src/models/reranker.ts').LoadedReranker).score('what?', candidates, signal)
  }
  const results = [
    { index: 0, relevance_score: 0.9 },
    { index: 2, relevance_score: 0.5 },
    { index: 1, relevance_score: 0.1 },
  ]

  test('cohere: scores in the order of the candidates', async () => {
    const url = await answering(() => ({ id: '1', results, meta: {} }))
    expect(await scored('cohere', { model: 'rerank-v3.5', baseUrl: `${url}/v2` }, { COHERE_API_KEY: 'co' })).toEqual([
      0.9, 0.1, 0.5,
    ])
    const [{ path, body }] = server!.asked as [Asked]
    expect([path, body.model, body.query, body.documents]).toEqual([
      '/v2/rerank',
      'rerank-v3.5',
      'what?',
      ['near', 'far', 'middle'],
    ])
  })

  test('voyage: scores in the order of the candidates', async () => {
    const url = await answering(() => ({
      object: 'list',
      data: results,
      model: 'rerank-2.5',
      usage: { total_tokens: 9 },
    }))
    expect(await scored('voyage', { model: 'rerank-2.5', baseUrl: `${url}/v1` }, { VOYAGE_API_KEY: 'vo' })).toEqual([
      0.9, 0.1, 0.5,
    ])
    expect(server!.asked[0]!.path).toBe('/v1/rerank')
  })

  test("http: the shape of Jina's API", async () => {
    const url = await answering(() => ({ model: 'jina', results, usage: { total_tokens: 9 } }))
    const settings = { url: `${url}/v1/rerank`, shape: 'jina', model: 'jina-reranker-v2', apiKeyEnv: 'JINA' }
    expect(await scored('http', settings, { JINA: 'ji' })).toEqual([0.9, 0.1, 0.5])
    const [{ path, body, headers }] = server!.asked as [Asked]
    expect([path, headers.authorization]).toEqual(['/v1/rerank', 'Bearer ji'])
    expect(body).toEqual({ model: 'jina-reranker-v2', query: 'what?', documents: ['near', 'far', 'middle'], top_n: 3 })
  })

  test('http: the shape of Text Embeddings Inference', async () => {
    const url = await answering(() => results.map(({ index, relevance_score }) => ({ index, score: relevance_score })))
    expect(await scored('http', { url: `${url}/rerank`, shape: 'tei' }, {})).toEqual([0.9, 0.1, 0.5])
    expect(server!.asked[0]!.body).toEqual({ query: 'what?', texts: ['near', 'far', 'middle'], truncate: true })
  })

  test('http: says that the shape is another', async () => {
    const url = await answering(() => ({ scores: [1, 2, 3] }))
    await expect(scored('http', { url, shape: 'jina' }, {})).rejects.toThrow('the answer has not the shape `jina`')
  })

  test('an answer that leaves a candidate out is no answer', async () => {
    const url = await answering(() => ({ results: [] }))
    await expect(scored('http', { url, shape: 'jina' }, {})).rejects.toThrow(/score/)
  })
})

describe('chat models', () => {
  const request = { purpose: 'test@1', prompt: 'Say it.', sample: 0, maxTokens: 50 }
  const generated = async (type: keyof typeof chatTypes, settings: object, secrets: Record<string, string>) => {
    const chat = await load(chatTypes[type] as ModelType<unknown, never>, settings, modelContext(secrets))
    return (chat as import('../../../src/models/chat.ts').Chat).generate([request, { ...request, sample: 1 }], signal)
  }
  const completion = {
    id: '1',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message: { role: 'assistant', content: ' It. ' }, finish_reason: 'stop' }],
    usage,
  }

  test('openai: temperature 0 and a seed for the first answer, the own temperature for further ones', async () => {
    const url = await answering(() => completion)
    expect(
      await generated('openai', { model: 'gpt-4.1-mini', baseUrl: `${url}/v1` }, { OPENAI_API_KEY: 'sk' }),
    ).toEqual(['It.', 'It.'])
    const bodies = server!.asked.map(({ body }) => body).sort((a, b) => Number(a.seed) - Number(b.seed))
    expect(bodies.map(({ temperature, seed }) => [temperature, seed])).toEqual([
      [0, 0],
      [0.7, 1],
    ])
    expect(bodies[0]!.messages).toEqual([{ role: 'user', content: 'Say it.' }])
    expect(server!.asked[0]!.path).toBe('/v1/chat/completions')
  })

  test('openai-compatible', async () => {
    const url = await answering(() => completion)
    expect(await generated('openai-compatible', { model: 'llama', baseUrl: `${url}/v1` }, {})).toEqual(['It.', 'It.'])
    expect(server!.asked[0]!.body.max_tokens).toBe(50)
  })

  test('cohere', async () => {
    const url = await answering(() => ({
      generation_id: '1',
      finish_reason: 'COMPLETE',
      message: { role: 'assistant', content: [{ type: 'text', text: 'It.' }] },
      usage: { billed_units: { input_tokens: 1, output_tokens: 1 }, tokens: { input_tokens: 1, output_tokens: 1 } },
    }))
    expect(await generated('cohere', { model: 'command-a', baseUrl: `${url}/v2` }, { COHERE_API_KEY: 'co' })).toEqual([
      'It.',
      'It.',
    ])
  })

  test('google', async () => {
    const url = await answering(() => ({
      candidates: [{ content: { role: 'model', parts: [{ text: 'It.' }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    }))
    const settings = { model: 'gemini-2.5-flash', baseUrl: `${url}/v1beta` }
    expect(await generated('google', settings, { GOOGLE_GENERATIVE_AI_API_KEY: 'go' })).toEqual(['It.', 'It.'])
    expect(server!.asked[0]!.path).toBe('/v1beta/models/gemini-2.5-flash:generateContent')
  })

  test('bedrock', async () => {
    const url = await answering(() => ({
      output: { message: { role: 'assistant', content: [{ text: 'It.' }] } },
      stopReason: 'end_turn',
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
    }))
    const settings = { model: 'amazon.nova-lite-v1:0', region: 'us-east-1', baseUrl: url, apiKeyEnv: 'BEDROCK' }
    expect(await generated('bedrock', settings, { BEDROCK: 'be' })).toEqual(['It.', 'It.'])
    expect(server!.asked[0]!.headers.authorization).toBe('Bearer be')
  })
})
