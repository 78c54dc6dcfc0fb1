import { z } from 'zod'
import { runOfToken } from './runtime-token.ts'
import type { Seen } from './stand-in.ts'
import type { Answer, State } from './state.ts'

export const CACHE_SERVICE = '/twirp/github.actions.results.api.v1.CacheService/'

const create = z.strictObject({ key: z.string().max(512), version: z.string().length(64) })
const finalize = create.extend({ size_bytes: z.string() })
const find = create.extend({ restore_keys: z.array(z.string()).max(9).optional() })

/**
 * Answers the cache service's calls as GitHub does: an entry is made once, an exact key goes before the newest that begins
 * with one, and a miss is no error.
 */
export function answerCacheService(state: State, { path, body, headers }: Seen): Answer {
  if (runOfToken(headers.authorization) === null)
    return { status: 401, body: { code: 'unauthenticated', msg: 'invalid token' } }
  const request: unknown = JSON.parse(body.toString())
  switch (path.slice(CACHE_SERVICE.length)) {
    case 'CreateCacheEntry':
      return createEntry(state, create.parse(request))
    case 'FinalizeCacheEntryUpload':
      return finalizeEntry(state, finalize.parse(request))
    case 'GetCacheEntryDownloadURL':
      return findEntry(state, find.parse(request))
    default:
      return { status: 404, body: { code: 'bad_route', msg: `no handler for ${path}` } }
  }
}

function createEntry(state: State, { key, version }: z.infer<typeof create>): Answer {
  if (state.caches.some((entry) => entry.key === key && entry.version === version)) {
    return {
      status: 409,
      body: { code: 'already_exists', msg: 'cache entry with the same key, version, and scope already exists' },
    }
  }
  const entry = { id: state.nextId(), key, version, finalized: false, content: Buffer.alloc(0), blocks: new Map() }
  state.caches.unshift(entry)
  return { status: 200, body: { ok: true, signed_upload_url: addressOf(state, entry.id) } }
}

function finalizeEntry(state: State, { key, version, size_bytes: size }: z.infer<typeof finalize>): Answer {
  const entry = state.caches.find((one) => one.key === key && one.version === version)
  if (entry === undefined || entry.content.length !== Number(size)) return { status: 200, body: { ok: false } }
  entry.finalized = true
  return { status: 200, body: { ok: true, entry_id: String(entry.id) } }
}

function findEntry(state: State, { key, version, restore_keys: more = [] }: z.infer<typeof find>): Answer {
  const fit = state.caches.filter((entry) => entry.finalized && entry.version === version)
  const tests = [
    (known: string) => known === key,
    ...[key, ...more].map((part) => (known: string) => known.startsWith(part)),
  ]
  const entry = tests.map((test) => fit.find((one) => test(one.key))).find((found) => found !== undefined)
  if (entry === undefined) return { status: 200, body: { ok: false } }
  return { status: 200, body: { ok: true, signed_download_url: addressOf(state, entry.id), matched_key: entry.key } }
}

function addressOf(state: State, id: number): string {
  return `${state.url()}/storage/cache/${id}?sig=secret`
}
