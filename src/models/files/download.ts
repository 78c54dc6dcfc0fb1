import { createHash, randomUUID } from 'node:crypto'
import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { UserError } from '../../errors.ts'

export interface DownloadOptions {
  /** Absolute. Written under another name until it is whole and checked. */
  readonly file: string
  readonly sha256: string | undefined
  readonly token: string | undefined
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
  /** Milliseconds before the second attempt; doubled each time. */
  readonly pause?: number
}

interface Source {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** What the hub says of the content: a SHA-256, or git's SHA-1. */
  readonly etag: string | undefined
}

const ATTEMPTS = 5
const REDIRECTS = 5
/** Node reads no larger file at once. */
const MOST_BYTES = 2 ** 31 - 1
/** Silence that ends an attempt, in milliseconds. */
const SILENCE = 30_000

/**
 * Downloads a file of the hub, and returns what is in it; null where there is none. What breaks off goes on where it stopped;
 * where the hub says that there is none, that is noted.
 * The content must have the SHA-256 that the user, or else the hub, gives; of small files the hub gives git's hash.
 * @throws UserError where it cannot be had, or is not what it should be
 */
export async function download(url: string, options: DownloadOptions): Promise<Uint8Array<ArrayBuffer> | null> {
  const shared = `${options.file}.part`
  let part = shared
  for (let attempt = 1; ; attempt++) {
    try {
      const source = await locate(url, options)
      if (source === 'absent') await writeFile(absenceOf(options.file), '')
      if (source === 'absent' || source === null) return null
      await fetchRest(source, part, options)
      const bytes = new Uint8Array(await readFile(part))
      const wrong = wrongHash(bytes, options.sha256 ?? source.etag)
      if (wrong === null) return await kept(bytes, part, options)
      await rm(part, { force: true })
      if (part !== shared) throw wrongContent(url, wrong)
      // Maybe another run was writing to the same file, or what lay there was no beginning of it.
      part = `${options.file}.${randomUUID()}.part`
    } catch (error) {
      const isOver = options.signal.aborted || error instanceof UserError || attempt === ATTEMPTS
      if (isOver && part !== shared) await rm(part, { force: true })
      options.signal.throwIfAborted()
      if (error instanceof UserError) throw error
      if (attempt === ATTEMPTS) throw unreachable(url, error)
      await setTimeout((options.pause ?? 1000) * 2 ** (attempt - 1), undefined, { signal: options.signal })
    }
  }
}

/** Where it is noted that the hub has no such file. */
export function absenceOf(file: string): string {
  return `${file}.absent`
}

/**
 * Where the content lies: the hub redirects for large files, and says on the way what it should be. Null where it was not
 * found; `absent` where the hub says that this commit has no such file.
 */
async function locate(url: string, { fetch, token, signal }: DownloadOptions): Promise<Source | 'absent' | null> {
  const authorization: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  let at = url
  let etag: string | undefined
  for (let step = 0; step <= REDIRECTS; step++) {
    const headers = new URL(at).origin === new URL(url).origin ? authorization : {}
    const response = await fetch(at, { method: 'HEAD', redirect: 'manual', headers, signal: limited(signal) })
    const { status } = response
    etag ??= hashIn(response.headers.get('x-linked-etag') ?? (status === 200 ? response.headers.get('etag') : null))
    if (status === 404) return response.headers.get('x-error-code') === 'EntryNotFound' ? 'absent' : null
    if (status === 401 || status === 403) throw refused(url, status)
    if (status === 200) return { url: at, headers, etag }
    const location = response.headers.get('location')
    if (status < 300 || status > 399 || location === null) throw new Error(`status ${status}`)
    at = new URL(location, at).href
  }
  throw new Error(`more than ${REDIRECTS} redirects`)
}

function hashIn(etag: string | null): string | undefined {
  return /^(?:W\/)?"?([0-9a-f]{64}|[0-9a-f]{40})"?$/.exec(etag ?? '')?.[1]
}

async function fetchRest({ url, headers }: Source, part: string, { fetch, signal }: DownloadOptions): Promise<void> {
  const have = await sizeOf(part)
  const range: Record<string, string> = have > 0 ? { range: `bytes=${have}-` } : {}
  const quiet = new AbortController()
  let timer = globalThis.setTimeout(() => quiet.abort(), SILENCE)
  try {
    const response = await fetch(url, {
      headers: { ...headers, ...range },
      signal: AbortSignal.any([signal, quiet.signal]),
    })
    // All of it is here already.
    if (response.status === 416) return
    if (response.status !== 200 && response.status !== 206) throw new Error(`status ${response.status}`)
    const resumed = response.status === 206
    let size = resumed ? have : 0
    if (size + Number(response.headers.get('content-length')) > MOST_BYTES) throw tooLarge(url)
    const file = await open(part, resumed ? 'a' : 'w')
    try {
      for await (const bytes of response.body ?? []) {
        globalThis.clearTimeout(timer)
        timer = globalThis.setTimeout(() => quiet.abort(), SILENCE)
        size += bytes.length
        if (size > MOST_BYTES) throw tooLarge(url)
        await file.write(bytes)
      }
    } finally {
      await file.close()
    }
  } finally {
    globalThis.clearTimeout(timer)
    // Nobody reads what may still come.
    quiet.abort()
  }
}

async function kept(bytes: Uint8Array<ArrayBuffer>, part: string, { file }: DownloadOptions) {
  await writeFile(`${file}.sha256`, `${hashOf(bytes)}\n`)
  await rename(part, file)
  return bytes
}

interface WrongHash {
  readonly wanted: string
  readonly actual: string
}

function wrongHash(bytes: Uint8Array, wanted: string | undefined): WrongHash | null {
  const actual = wanted?.length === 40 ? gitHash(bytes) : hashOf(bytes)
  return wanted === undefined || wanted === actual ? null : { wanted, actual }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** As git names a file's content. */
function gitHash(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  )
}

function limited(signal: AbortSignal): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(SILENCE)])
}

function wrongContent(url: string, { wanted, actual }: WrongHash): UserError {
  return new UserError({
    where: url,
    what: 'this file of a model is not what it should be; it was thrown away',
    expected: `the hash ${wanted}`,
    found: `the hash ${actual}`,
    hint: 'try again; should it stay so, the file has been changed, or something on the way changes it',
  })
}

function refused(url: string, status: number): UserError {
  return new UserError({
    where: url,
    what: 'this model may not be downloaded',
    found: `status ${status}`,
    hint: 'check the name; for a private or gated model, name the variable that holds a token: `tokenEnv`',
  })
}

function tooLarge(url: string): UserError {
  return new UserError({
    where: url,
    what: 'this file of a model is too large',
    expected: `at most ${MOST_BYTES} bytes`,
  })
}

function unreachable(url: string, error: unknown): UserError {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return new UserError({
    where: url,
    what: `this file of a model cannot be downloaded (after ${ATTEMPTS} attempts)`,
    found: cause instanceof Error ? cause.message : String(cause),
    hint: 'check that the address can be reached from here; what has arrived is kept, and the next run goes on with it',
  })
}
