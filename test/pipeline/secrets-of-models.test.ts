import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { ZodObject } from 'zod'
import { run } from '../../src/commands/run.ts'
import { chatTypes } from '../../src/models/chat-registry.ts'
import { embedderTypes } from '../../src/models/embedder-registry.ts'
import { rerankerTypes } from '../../src/models/reranker-registry.ts'
import type { Ports } from '../../src/ports.ts'
import { Secrets } from '../../src/secrets.ts'
import { temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { type Answer, type Asked, type JsonServer, jsonServer } from '../support/model-server/json-server.ts'
import { documents, portsAt, questions } from './workspace.ts'

const SECRET = 'sk-proj-"quoted"&0123456789'
const COUNT = 2
const hosted = { model: 'm', apiKeyEnv: 'KEY', retries: 0 }
const keyless = { model: 'm', region: 'us-east-1', retries: 0 }
const onHub = { model: 'owner/name', revision: 'a'.repeat(40), tokenEnv: 'KEY' }

/** The settings that each type of model needs; none for those that ask nobody. */
const TYPES = {
  embedders: {
    ...{ hashing: null, lsa: null, onnx: onHub, model2vec: onHub },
    ...{ openai: hosted, 'openai-compatible': hosted, cohere: hosted, voyage: hosted, google: hosted },
    bedrock: { ...hosted, region: 'us-east-1' },
  } satisfies Record<keyof typeof embedderTypes, object | null>,
  rerankers: {
    ...{ features: null, onnx: onHub, cohere: hosted, voyage: hosted },
    bedrock: { ...hosted, region: 'us-east-1' },
    http: { url: '', shape: 'jina', apiKeyEnv: 'KEY', retries: 0 },
  } satisfies Record<keyof typeof rerankerTypes, object | null>,
  chats: {
    ...{ openai: hosted, 'openai-compatible': hosted, cohere: hosted, google: hosted },
    bedrock: { ...hosted, region: 'us-east-1' },
  } satisfies Record<keyof typeof chatTypes, object | null>,
}
const REGISTRIES = { embedders: embedderTypes, rerankers: rerankerTypes, chats: chatTypes }
type Section = keyof typeof TYPES

const STRATEGIES = {
  embedders: { tested: { type: 'dense', embedder: 'mine' } },
  rerankers: { bm25: { type: 'bm25' }, tested: { type: 'rerank', of: 'bm25', reranker: 'mine' } },
  chats: { bm25: { type: 'bm25' }, tested: { type: 'multi-query', of: 'bm25', chat: 'mine' } },
}

let server: JsonServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const cases = Object.entries(TYPES).flatMap(([section, types]) =>
  Object.entries(types).flatMap(([type, settings]) =>
    settings === null ? [] : [{ section: section as Section, type, settings: settings as Record<string, unknown> }],
  ),
)
const keysOf = (section: Section, type: string): string[] => {
  const types = REGISTRIES[section] as Readonly<Record<string, { readonly schema: unknown }>>
  return Object.keys((types[type]!.schema as ZodObject).shape)
}
const ADDRESSES = ['baseUrl', 'url', 'hub']

/** The same, asking this server. */
function at(url: string, { section, type, settings }: (typeof cases)[number]) {
  const address = keysOf(section, type).find((key) => ADDRESSES.includes(key))!
  return { section, type, settings: { ...settings, [address]: url } }
}

/** What a run says and writes, all in one text. */
async function outputOf({ section, type, settings }: (typeof cases)[number], env: Record<string, string>) {
  const folder = temporaryFolder()
  const config = {
    ...{ name: 'test', documents: { include: ['docs/**'] }, queries: 'questions.jsonl', maxErrors: COUNT },
    strategies: STRATEGIES[section],
    [section]: { mine: { type, ...settings } },
  }
  write(folder, {
    ...documents(COUNT),
    'questions.jsonl': questions(COUNT),
    'retrieval-gate.yml': stringify(config),
  })
  const said: string[] = []
  const secrets = new Secrets()
  const say = (text: string) => void said.push(secrets.redact(text))
  const ports: Ports = { ...portsAt(folder), env, fetch, secrets, stdout: say, stderr: say }
  await run({ timing: true }, ports).catch((error: Error) => say(error.message))
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== 'retrieval-gate.yml',
  )
  const written = files.map(({ parentPath, name }) => `${name}\n${readFileSync(join(parentPath, name), 'latin1')}`)
  return { said: said.join(''), all: [...said, ...written].join('\n') }
}

function expectNoSecret(text: string): void {
  const forms = [SECRET, JSON.stringify(SECRET).slice(1, -1), encodeURIComponent(SECRET)]
  for (const form of [...forms, Buffer.from(SECRET).toString('base64'), '0123456789']) {
    expect(text.includes(form), form).toBe(false)
  }
}

/** As a proxy may answer that shows what it was sent. */
function echo({ headers, path }: Asked, status: number): Answer {
  const repeated = `${SECRET} ${JSON.stringify(headers)} ${encodeURIComponent(SECRET)} ${path}`
  const message = `bad key ${repeated} ${'and more '.repeat(40)} ${Buffer.from(SECRET).toString('base64')}`
  return {
    status,
    json: status === 200 ? { [message]: [message] } : { error: { message }, message, error_message: message },
  }
}

describe('the secret of a model', () => {
  describe.each(cases)('$type of $section', (one) => {
    // What a hub answers with 200 is the model's file, which is kept as it is.
    const statuses = 'tokenEnv' in one.settings ? [401, 500] : [401, 500, 200]
    it.each(statuses)('is in no output, though what answers repeats it with status %i', async (status) => {
      server = await jsonServer((asked) => echo(asked, status))
      const { said, all } = await outputOf(at(server.url, one), { KEY: SECRET })
      const sent = server.asked.flatMap(({ headers }) => Object.values(headers).map(String))
      expect(sent.some((value) => value.includes(SECRET))).toBe(true)
      expect(said).toMatch(/mine|tested|127\.0\.0\.1/)
      expectNoSecret(all)
    })

    const variables = keysOf(one.section, one.type).filter((key) => key.endsWith('Env'))
    it.each(variables)('is not repeated where the config has it in the place of a name: %s', async (key) => {
      server = await jsonServer((asked) => echo(asked, 500))
      for (const secret of ['sk-proj-0123456789', 'hf_aB0123456789', 'AKIA0123456789ABCDEF']) {
        const wrong = { ...one, settings: { ...one.settings, [key]: secret } }
        const { said, all } = await outputOf(at(server.url, wrong), {})
        expect(said).toMatch(/name of an environment variable/)
        expectNoSecret(all)
      }
    })

    it.each([
      'http://user:0123456789@127.0.0.1:9',
      'http://0123456789@127.0.0.1:9',
      'http://127.0.0.1:9/?api_key=0123456789',
    ])('is refused in an address, and not repeated: %s', async (url) => {
      const { said, all } = await outputOf(at(url, one), { KEY: SECRET })
      expect(said).toContain('an address without a password or a key in it')
      expectNoSecret(all)
    })
  })

  it.each(['embedders', 'rerankers', 'chats'] as const)(
    'of Amazon, signed with, is in no output either: %s',
    async (section) => {
      server = await jsonServer((asked) => echo(asked, 500))
      const one = at(server.url, { section, type: 'bedrock', settings: keyless })
      const env = {
        AWS_ACCESS_KEY_ID: 'AKIA0123456789',
        AWS_SECRET_ACCESS_KEY: SECRET,
        AWS_SESSION_TOKEN: `${SECRET}+`,
      }
      const { all } = await outputOf(one, env)
      expect(server.asked.length).toBeGreaterThan(0)
      expectNoSecret(all)
    },
  )
})
