import { describe, expect, it } from 'vitest'
import { isCredential, writtenKeys } from '../../../src/strategies/engine/header-keys.ts'
import { httpServer, sendJson } from '../../support/engines/http-server.ts'
import { ask, errorOf, openStrategy } from '../../support/engines/strategy.ts'

const KEY = 'sk-live-4711-abcdef'

it.each([
  'Authorization',
  'Proxy-Authorization',
  'Cookie',
  'api-key',
  'X-API-Key',
  'X-TYPESENSE-API-KEY',
  'x-goog-api-key',
  'x-chroma-token',
  'X-Auth-Token',
  'Ocp-Apim-Subscription-Key',
  'x-secret',
])('a header holds a key by its name: %s', (name) => expect(isCredential(name)).toBe(true))

it.each([
  'Accept',
  'Content-Type',
  'X-Pinecone-Api-Version',
  'Idempotency-Key',
  'X-Tokenizer',
  'X-Keyspace',
  'X-Custom',
])('a header holds none by its name: %s', (name) => expect(isCredential(name)).toBe(false))

it('is what stands in a header without a variable, after the word for its kind', () => {
  const headers = {
    Authorization: `Bearer ${KEY}`,
    'api-key': KEY,
    'x-api-key': '{{env.KEY}}',
    'x-auth-token': 'Bearer',
    Accept: KEY,
  }
  expect(writtenKeys(headers)).toEqual([
    { header: 'Authorization', scheme: 'Bearer ', key: KEY },
    { header: 'api-key', scheme: '', key: KEY },
  ])
})

describe('a key that is written out in the config', () => {
  const warning = (written: string) =>
    `mine: the header \`Authorization\` holds a key that is written out in the config, where whoever reads the repository has it. Put a new one into an environment variable, in a workflow from a secret, and write \`Authorization: "${written}{{env.SEARCH_KEY}}"\`.`

  it.each([
    ['http', { body: { q: '{{query}}' } }],
    ['mcp', {}],
    ['chroma', { collection: 'docs', embedder: 'hashing' }],
  ])('is warned of and masked, and in no message: %s', async (type, more) => {
    const { url } = await httpServer(({ headers }, response) =>
      sendJson(response, { denied: headers.authorization }, 401),
    )
    const masked: string[] = []
    const context = { mask: (value: string) => void masked.push(value) }
    const headers = { Authorization: `Bearer ${KEY}` }
    const opened = await openStrategy({ type, url, headers, retries: 0, ...more }, { context })
    const error = await errorOf(opened)
    expect(error).toContain('answered 401 Unauthorized: "{"denied":"Bearer ***"}"')
    expect(error).toContain('It is written out in the header `Authorization`')
    expect(opened.notices).toEqual([warning('Bearer ')])
    expect(masked).toEqual([KEY])
    expect(JSON.stringify([error, opened.notices])).not.toContain(KEY)
  })

  it('is no error, and used', async () => {
    const { url, received } = await httpServer((_, response) => sendJson(response, ['a.md']))
    const settings = { type: 'http', url, headers: { Authorization: KEY }, body: { q: '{{query}}' } }
    const opened = await openStrategy(settings)
    expect((await ask(opened)).hits).toHaveLength(1)
    expect(received[0]?.headers.authorization).toBe(KEY)
    expect(opened.notices).toEqual([warning('')])
  })

  it('is none where it comes from the environment', async () => {
    const settings = {
      type: 'http',
      url: 'http://127.0.0.1:1',
      headers: { Authorization: 'Bearer {{env.KEY}}' },
      body: '{"q":"{{query}}"}',
    }
    expect((await openStrategy(settings, { env: { KEY } })).notices).toEqual([])
  })
})
