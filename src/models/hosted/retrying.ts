import { setTimeout } from 'node:timers/promises'
import type { APICallError } from 'ai'
import { networkCause } from '../../network-cause.ts'
import { retryAfter } from '../../retry-after.ts'
import { sdk } from './sdk.ts'

export interface Patience {
  /** Further attempts after one that may be better the next time. */
  readonly retries: number
  readonly signal: AbortSignal
  /** Whether its server has ever answered, with whatever. */
  hasAnswered(): boolean
  /** Told before every pause, in milliseconds. */
  pausing(error: APICallError, pause: number): void
  wait?(milliseconds: number): Promise<unknown>
}

/** Milliseconds before the second attempt; twice as many before each one after it. */
const FIRST_PAUSE = 2000
/** A server that asks for more is not waited for so long. */
const LONGEST_ASKED_FOR = 60_000

/**
 * Milliseconds between attempts at a server that has never answered: if it is only starting, it is there by then; a wrong
 * address stays wrong.
 */
const FIRST_CONTACT: readonly number[] = [500, 1000, 2000]

/** With these a connection fails before anything is sent. */
const NOT_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])
/** What `fetch` says of a port that is another protocol's, without trying it. */
const BAD_PORT = 'bad port'
/** Each of these has taken seconds already. */
const SLOW = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'])

/** What came of it in the end; `attempts` is how many there were. */
export type Attempted<T> = { readonly value: T } | { readonly error: unknown; readonly attempts: number }

/**
 * Tries again what the AI SDK holds for passing (time-outs, broken connections, status 408, 409, 429 and 5xx), with pauses as
 * its own: `Retry-After` or growing ones. Throws what aborts the signal.
 */
export async function retrying<T>(attempt: () => Promise<T>, patience: Patience): Promise<Attempted<T>> {
  const { retries, signal, hasAnswered, pausing } = patience
  const { wait = (milliseconds) => setTimeout(milliseconds, undefined, { signal }) } = patience
  for (let attempts = 1; ; attempts++) {
    try {
      return { value: await attempt() }
    } catch (error) {
      signal.throwIfAborted()
      const { APICallError } = await sdk()
      if (attempts > retries || !APICallError.isInstance(error)) return { error, attempts }
      const pause = pauseAfter(error, attempts, hasAnswered())
      if (pause === null) return { error, attempts }
      pausing(error, pause)
      await wait(pause).catch((error: unknown) => {
        signal.throwIfAborted()
        throw error
      })
    }
  }
}

/** Nothing can be asked of this server as it is addressed: nobody is there, or nobody who may be trusted. */
export function isUnreachable(error: unknown): boolean {
  const { code = '', message, certificate } = networkCause(error)
  if (certificate !== undefined || code.startsWith('ERR_SSL')) return true
  return NOT_THERE.has(code) || SLOW.has(code) || message.endsWith(BAD_PORT)
}

/** Milliseconds, or null where a further attempt is of no use. */
function pauseAfter(error: APICallError, attempts: number, hasAnswered: boolean): number | null {
  if (!error.isRetryable) return null
  if (isUnreachable(error) && !hasAnswered) {
    const isSlow = SLOW.has(networkCause(error).code ?? '')
    return isSlow && attempts > 1 ? null : (FIRST_CONTACT[attempts - 1] ?? null)
  }
  const own = FIRST_PAUSE * 2 ** (attempts - 1)
  const asked = askedFor(error.responseHeaders ?? {})
  return asked !== null && asked >= 0 && (asked < LONGEST_ASKED_FOR || asked < own) ? asked : own
}

/** Milliseconds that the server asks for. */
function askedFor(headers: Readonly<Record<string, string>>): number | null {
  const milliseconds = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (!Number.isNaN(milliseconds)) return milliseconds
  const seconds = retryAfter((name) => headers[name])
  return seconds === undefined ? null : 1000 * seconds
}
