import { afterEach, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/errors.ts'
import { ModelFailure } from '../../../src/models/model-failure.ts'
import { openaiChat } from '../../../src/models/openai.ts'
import { openaiCompatibleChat, openaiCompatibleEmbedder } from '../../../src/models/openai-compatible.ts'
import { Recorder } from '../../../src/models/recorder.ts'
import { modelContext } from '../../support/model-context.ts'
import type { Answer, JsonServer } from '../../support/model-server/json-server.ts'
import { openAiServer } from '../../support/model-server/openai-server.ts'

const signal = new AbortController().signal
const progress = () => {}
let server: (JsonServer & { readonly baseUrl: string }) | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Two numbers that tell texts apart. */
async function embed(texts: readonly string[]): Promise<number[][]> {
  return texts.map((text) => [text.length, text.charCodeAt(text.length - 1)])
}

/** Soon again, as a server may ask for. */
const soon = { 'retry-after-ms': '1' }
const failing = (status: number): Answer => ({
  status,
  json: { error: { message: `failed with ${status}` } },
  headers: soon,
})

async function vectorsOf(texts: readonly string[], fault: (n: number) => Answer | undefined, settings: object = {}) {
  server = await openAiServer({ embed, fault })
  const { schema, load } = openaiCompatibleEmbedder
  const embedder = await load(schema.parse({ model: 'm', baseUrl: server.baseUrl, ...settings }), modelContext())
  return (await embedder.index(texts, { signal, progress })).vectors.values
}

const texts = ['a', 'bb', 'ccc']

describe('what passes is tried again', () => {
  for (const status of [408, 409, 429, 500, 502, 503]) {
    test(`status ${status}`, async () => {
      const without = await vectorsOf(texts, () => undefined)
      await server!.close()
      expect(await vectorsOf(texts, (n) => (n < 2 ? failing(status) : undefined))).toEqual(without)
      expect(server!.asked).toHaveLength(3)
    })
  }

  test('an answer that breaks off', async () => {
    const values = await vectorsOf(texts, (n) => (n === 0 ? { broken: '{"data": [{"emb' } : undefined))
    expect(values).toHaveLength(6)
    expect(server!.asked).toHaveLength(2)
  })

  test('an answer that does not come', async () => {
    const values = await vectorsOf(texts, (n) => (n === 0 ? 'silence' : undefined), { timeout: 0.2 })
    expect(values).toHaveLength(6)
    expect(server!.asked).toHaveLength(2)
  })
})

describe('what does not pass is said', () => {
  test('a wrong key, at once and with what to check', async () => {
    const failed = vectorsOf(texts, () => failing(401))
    await expect(failed).rejects.toThrow(UserError)
    await expect(failed).rejects.toThrow(
      `embedder \`tested\` (openai-compatible/m) wants a key
  found:    status 401 from ${server!.baseUrl}/embeddings: failed with 401
  to do:    put it into an environment variable, and name that in \`apiKeyEnv\``,
    )
    expect(server!.asked).toHaveLength(1)
  })

  test.each([
    [401, 'does not take the key', 'the key in MINE is wrong, has expired or is one of another provider'],
    [403, 'may not be asked', 'the key in MINE lacks the right to use this model'],
    [404, 'is not there', 'correct `model` ("m") or `baseUrl`, which ends with the version: `https://host/v1`'],
  ])('status %i, with the place in the config, the address and the variable of the key', async (status, what, hint) => {
    server = await openAiServer({ embed, fault: () => failing(status) })
    const { schema, load } = openaiCompatibleEmbedder
    const settings = schema.parse({ model: 'm', baseUrl: server.baseUrl, apiKeyEnv: 'MINE' })
    const context = modelContext({ MINE: 'secret' }, { place: async () => 'retrieval-gate.yml:7:3' })
    const failed = (await load(settings, context)).index(texts, { signal, progress })
    await expect(failed).rejects.toThrow(`retrieval-gate.yml:7:3: embedder \`tested\` (openai-compatible/m) ${what}
  found:    status ${status} from ${server.baseUrl}/embeddings: failed with ${status}
  to do:    ${hint}`)
  })

  test.each(['sk-a\nb', 'sk-\u201Cab\u201D'])('a key that cannot be sent, which is not repeated', async (key) => {
    server = await openAiServer({ embed })
    const { schema, load } = openaiCompatibleEmbedder
    const settings = schema.parse({ model: 'm', baseUrl: server.baseUrl, apiKeyEnv: 'MINE' })
    const failed = (await load(settings, modelContext({ MINE: key }))).index(texts, { signal, progress })
    await expect(failed).rejects.toThrow(
      /^embedder `tested` \(openai-compatible\/m\) cannot be sent its key\n {2}to do: {4}copy it anew into MINE: [^\n]*$/,
    )
    expect(server.asked).toEqual([])
  })

  test('a model that a provider with a usual address does not have', async () => {
    const { schema, load } = openaiChat
    const fetch = async () => Response.json({ error: { message: 'no such model' } }, { status: 404 })
    const chat = await load(schema.parse({ model: 'gpt-x' }), modelContext({ OPENAI_API_KEY: 'secret' }, { fetch }))
    const asked = chat.generate([{ purpose: 'p@1', prompt: 'Say it.', sample: 0, maxTokens: 5 }], signal)
    await expect(asked).rejects.toThrow(
      /^chat `tested` \(openai\/gpt-x\) is not there\n.*https:\/\/api\.openai\.com\/v1\/chat\/completions: no such model\n.*correct `model`: the provider has no "gpt-x", or not for this key$/,
    )
  })

  test('a limit that stays, after so many attempts', async () => {
    const failed = vectorsOf(texts, () => failing(429), { retries: 2 })
    await expect(failed).rejects.toThrow(/status 429 from \S+ after 3 attempts: failed with 429/)
    expect(server!.asked).toHaveLength(3)
  })

  test('a server that was there is waited for, and its loss is no wrong address', async () => {
    server = await openAiServer({ embed })
    const { schema, load } = openaiCompatibleEmbedder
    const settings = schema.parse({ model: 'm', baseUrl: server.baseUrl, retries: 0 })
    const embedder = await load(settings, modelContext())
    await embedder.index(texts, { signal, progress })
    await server.close()
    const failed = embedder.index(['another'], { signal, progress })
    await expect(failed).rejects.toThrow(ModelFailure)
    await expect(failed).rejects.toThrow(`${server.baseUrl}/embeddings: nothing listens there (ECONNREFUSED)`)
  })

  test('every pause is told, with the server and what it said', async () => {
    const told: [string, number][] = []
    const recorder = new Recorder({ pausing: (why, milliseconds) => void told.push([why, milliseconds]) })
    server = await openAiServer({ embed, fault: (n) => (n < 2 ? [failing(429), { broken: '{' }][n] : undefined) })
    const { schema, load } = openaiCompatibleEmbedder
    const settings = schema.parse({ model: 'm', baseUrl: server.baseUrl, retries: 1 })
    const embedder = await load(settings, modelContext({}, { recorder }))
    await expect(embedder.index(texts, { signal, progress })).rejects.toThrow('the connection was closed')
    expect(told).toEqual([[`429 from ${new URL(server.baseUrl).host}`, 1]])
  })

  test('a server that is not there', async () => {
    server = await openAiServer({ embed })
    await server.close()
    const { schema, load } = openaiCompatibleEmbedder
    const settings = schema.parse({ model: 'm', baseUrl: server.baseUrl, retries: 0 })
    const embedder = await load(settings, modelContext())
    await expect(embedder.index(texts, { signal, progress })).rejects.toThrow(
      `embedder \`tested\` (openai-compatible/m) cannot be reached
  found:    ${server.baseUrl}/embeddings: nothing listens there (ECONNREFUSED)
  to do:    start the server, or correct \`baseUrl\``,
    )
    await expect(embedder.index(texts, { signal, progress })).rejects.toThrow(UserError)
  })

  test('an empty text from a chat model', async () => {
    server = await openAiServer({ chat: () => '  ' })
    const { schema, load } = openaiCompatibleChat
    const chat = await load(schema.parse({ model: 'm', baseUrl: server.baseUrl }), modelContext())
    const asked = chat.generate([{ purpose: 'p@1', prompt: 'Say it.', sample: 0, maxTokens: 5 }], signal)
    await expect(asked).rejects.toThrow(/empty/)
  })
})

test('a thousand texts come through a server that fails on every fifth call, as without faults', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => `text ${index} ${'x'.repeat(index % 7)}`)
  const without = await vectorsOf(many, () => undefined)
  const calls = server!.asked.length
  await server!.close()
  const faults: Answer[] = [failing(429), failing(500), 'silence', { broken: '{' }]
  const found = await vectorsOf(many, (n) => (n % 5 === 4 ? faults[Math.floor(n / 5) % faults.length] : undefined), {
    timeout: 0.5,
  })
  expect(found).toEqual(without)
  expect(server!.asked.length).toBeGreaterThan(calls)
})
