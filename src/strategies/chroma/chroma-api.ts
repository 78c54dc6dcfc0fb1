import { z } from 'zod'
import { EngineFailure } from '../engine/engine-failure.ts'
import { excerpt } from '../engine/excerpt.ts'
import type { SecretKeeper } from '../engine/secret-keeper.ts'
import { statusAdvice } from '../engine/status-advice.ts'
import { renderHeader } from '../engine/template/render.ts'
import { withinTime } from '../engine/within-time.ts'
import { send } from '../http/send.ts'
import type { BuildContext } from '../strategy.ts'
import type { ChromaSettings } from './settings.ts'

const space = z.object({ space: z.string().nullish() }).nullish()
const collection = z.object({
  id: z.string(),
  name: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullish(),
  configuration_json: z.object({ hnsw: space, spann: space }).nullish(),
})

const heartbeat = z.object({ 'nanosecond heartbeat': z.number() })

export type Collection = z.output<typeof collection>

/** Bytes of an answer with what was loaded, or with the names of it: more than an answer to a question may have. */
export const OWN_BYTES = 1_000_000_000

/** Collections that are listed at once. */
const PAGE = 500

/** Chroma's HTTP API, version 2, for one database. Everything throws `EngineFailure`. */
export class ChromaApi {
  readonly #settings: ChromaSettings
  readonly #keeper: SecretKeeper
  readonly #fetch: typeof fetch

  constructor(settings: ChromaSettings, keeper: SecretKeeper, { fetch }: Pick<BuildContext, 'fetch'>) {
    this.#settings = settings
    this.#keeper = keeper
    this.#fetch = fetch
  }

  /** All collections. */
  async collections(signal: AbortSignal): Promise<Collection[]> {
    const all: Collection[] = []
    for (;;) {
      const path = `collections?limit=${PAGE}&offset=${all.length}`
      const answer = await withinTime(this.#settings.timeout, signal, (inTime) =>
        this.call('GET', path, undefined, inTime, OWN_BYTES),
      )
      const page = parsed(z.array(collection), answer)
      all.push(...page)
      if (page.length < PAGE) return all
    }
  }

  async collection(name: string, signal: AbortSignal): Promise<Collection> {
    return parsed(collection, await this.call('GET', `collections/${encodeURIComponent(name)}`, undefined, signal))
  }

  /** Removes a collection, if it is there. */
  async delete(name: string, signal: AbortSignal): Promise<void> {
    try {
      await this.call('DELETE', `collections/${encodeURIComponent(name)}`, undefined, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof EngineFailure && / answered 404\b/.test(error.message))) throw error
    }
  }

  /** Seconds, by the server's clock: those of the machines that use it may differ. */
  async clock(signal: AbortSignal): Promise<number> {
    const { url, timeout } = this.#settings
    const answer = await withinTime(timeout, signal, (inTime) =>
      this.#ask('GET', `${url.replace(/\/+$/, '')}/api/v2/heartbeat`, undefined, inTime),
    )
    return parsed(heartbeat, answer)['nanosecond heartbeat'] / 1e9
  }

  async create(body: object, signal: AbortSignal): Promise<Collection> {
    return parsed(collection, await this.call('POST', 'collections', body, signal))
  }

  /** What stands at a path under the database, in an answer of no more bytes than that. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body: object | undefined,
    signal: AbortSignal,
    maxBytes = this.#settings.maxBytes,
  ): Promise<unknown> {
    const { url, tenant, database } = this.#settings
    const place = `api/v2/tenants/${encodeURIComponent(tenant)}/databases/${encodeURIComponent(database)}`
    return this.#ask(method, `${url.replace(/\/+$/, '')}/${place}/${path}`, body, signal, maxBytes)
  }

  #ask(
    method: string,
    url: string,
    body: object | undefined,
    signal: AbortSignal,
    maxBytes = this.#settings.maxBytes,
  ): Promise<unknown> {
    const { headers: written } = this.#settings
    return this.#keeper.unspoken(async () => {
      const own = Object.entries(written).map(
        ([name, text]) => [name.toLowerCase(), renderHeader(text, this.#keeper.secret)] as const,
      )
      const headers = { accept: 'application/json', 'content-type': 'application/json', ...Object.fromEntries(own) }
      const secrets = new Set(own.map(([name]) => name))
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      const advice = (status: number): string => statusAdvice(status, { headers: written })
      const answer = await send(
        { url, method, headers, secrets, advice, ...text },
        { fetch: this.#fetch, maxBytes, signal },
      )
      return parseJson(answer)
    })
  }
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    throw new EngineFailure(`the answer is not JSON; it begins ${excerpt(text)}: is this Chroma?`)
  }
}

/** An answer as it must be. */
export function parsed<T>(schema: z.ZodType<T>, answer: unknown): T {
  const result = schema.safeParse(answer)
  if (result.success) return result.data
  throw new EngineFailure(`the answer is not what Chroma answers; it begins ${excerpt(answer)}`)
}
