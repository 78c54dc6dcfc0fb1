import { afterEach, describe, expect, test } from 'vitest'
import { UserError } from '../../../src/errors.ts'
import { openaiCompatibleChat, openaiCompatibleEmbedder } from '../../../src/models/openai-compatible.ts'
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
      /the model `tested` cannot be asked[\s\S]*status 401: failed with 401[\s\S]*check the API key/,
    )
    expect(server!.asked).toHaveLength(1)
  })

  test('a model that is not there', async () => {
    await expect(vectorsOf(texts, () => failing(404))).rejects.toThrow('check `model`, and `baseUrl` where it is set')
  })

  test('a limit that stays, after so many attempts', async () => {
    const failed = vectorsOf(texts, () => failing(429), { retries: 2 })
    await expect(failed).rejects.toThrow(/after 3 attempts[\s\S]*status 429/)
    expect(server!.asked).toHaveLength(3)
  })

  test('a server that is not there', async () => {
    server = await openAiServer({ embed })
    await server.close()
    const { schema, load } = openaiCompatibleEmbedder
    const settings = schema.parse({ model: 'm', baseUrl: server.baseUrl, retries: 0 })
    const embedder = await load(settings, modelContext())
    await expect(embedder.index(texts, { signal, progress })).rejects.toThrow(
      /cannot be asked.*ECONNREFUSED.*check the network, and `baseUrl`/,
    )
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
