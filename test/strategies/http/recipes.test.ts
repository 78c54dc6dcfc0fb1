import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import type { Embedder } from '../../../src/models/embedder.ts'
import { httpServer, sendJson } from '../../support/engines/http-server.ts'
import { ask, errorOf, openStrategy } from '../../support/engines/strategy.ts'
import { repository } from '../../support/repository-files.ts'

/** What an engine's documentation says of requests and answers. */
interface Contract {
  /** Where that is written. */
  readonly documentation: string
  /** Of the recipe in the docs. */
  readonly heading: string
  readonly env: Readonly<Record<string, string>>
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: unknown
  }
  readonly response: unknown
  /** Milliseconds in that response. */
  readonly engineTime?: number
  /** Path and lines of its hits. */
  readonly hits: readonly (readonly [string, number | null, number | null])[]
  /** A response without hits, where that looks different. */
  readonly nothing?: unknown
  readonly errors: readonly { readonly status?: number; readonly body: unknown; readonly message: string }[]
}

const folder = join(repository, 'test/strategies/http/recipes')
const contracts = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Contract)
const page = readFileSync(join(repository, 'docs/own-retriever.md'), 'utf8')

/** Heading -> the recipe under it. */
const recipes = new Map(
  [...page.slice(page.indexOf('## Recipes')).matchAll(/^### (.+)$[^#]*?^```yaml\n([\s\S]*?)^```$/gm)].map(
    ([, heading, yaml]) => {
      const { strategies } = parse(yaml!) as { strategies: Record<string, { type: string; url: string }> }
      return [heading!, Object.values(strategies)[0]!]
    },
  ),
)

const QUESTION = 'why does the "login" fail?'

/** An embedder whose vectors are all the same. */
const embedder: Embedder = {
  index: async () => ({
    vectors: { precision: 'float32', count: 0, dimensions: 3, values: new Float32Array() },
    embed: async () => ({ precision: 'float32', count: 1, dimensions: 3, values: Float32Array.of(0.25, -0.5, 1) }),
  }),
}

/** The recipe as it stands in the docs, at a server on this machine. */
async function opened({ heading, env }: Contract, body: unknown, status = 200) {
  const server = await httpServer((_, response) => sendJson(response, body, status))
  const here: typeof fetch = (url, init) => fetch(String(url).replace(/^https:\/\/[^/]+/, server.url), init)
  const strategy = await openStrategy(recipes.get(heading)!, {
    env,
    context: { fetch: here, embedder: async () => embedder },
  })
  return { server, strategy }
}

it('has a contract for every recipe', () => {
  expect(contracts.map(({ heading }) => heading).sort()).toEqual([...recipes.keys()].sort())
  expect(contracts).toHaveLength(12)
})

describe.each(contracts.map((contract) => [contract.heading, contract] as const))(
  'the recipe for %s',
  (_, contract) => {
    it('sends what the documentation asks for, and reads what it promises', async () => {
      const { server, strategy } = await opened(contract, contract.response)
      const { hits, engineTime } = await ask(strategy, QUESTION)
      expect(hits.map(({ path, startLine, endLine }) => [path, startLine ?? null, endLine ?? null])).toEqual(
        contract.hits,
      )
      expect(hits.every(({ text }) => text !== undefined)).toBe(true)
      expect(engineTime).toBe(contract.engineTime)
      const { method, url, headers, body } = server.received[0]!
      expect({ method, url }).toEqual({ method: contract.request.method, url: contract.request.url })
      expect(headers).toMatchObject(contract.request.headers)
      expect(body === '' ? undefined : JSON.parse(body)).toEqual(contract.request.body)
    })

    it('knows no hits from an error', async () => {
      for (const { body, status, message } of contract.errors) {
        const { strategy } = await opened(contract, body, status)
        expect(await errorOf(strategy, QUESTION)).toContain(message)
      }
      if (contract.nothing === undefined) return
      const { strategy } = await opened(contract, contract.nothing)
      expect((await ask(strategy, QUESTION)).hits).toEqual([])
    })
  },
)
