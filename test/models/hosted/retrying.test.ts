import { APICallError } from 'ai'
import { describe, expect, it } from 'vitest'
import { retrying } from '../../../src/models/hosted/retrying.ts'

interface Failure {
  readonly statusCode?: number
  readonly responseHeaders?: Record<string, string>
  readonly code?: string
  readonly message?: string
}

function failure({ code, ...more }: Failure): APICallError {
  const cause =
    code === undefined ? undefined : new Error('fetch failed', { cause: Object.assign(new Error('x'), { code }) })
  const isRetryable = more.statusCode === undefined || [408, 409, 429, 500, 503].includes(more.statusCode ?? 0)
  return new APICallError({
    message: 'failed',
    url: 'https://host/v1/x',
    requestBodyValues: {},
    isRetryable,
    cause,
    ...more,
  })
}

/** The pauses before the attempts that follow these failures, and whether one of them answered. */
async function pauses(failures: readonly Failure[], { retries = 5, hasAnswered = false } = {}) {
  const waited: number[] = []
  let attempt = 0
  const attempted = await retrying(
    async () => {
      const one = failures[attempt++]
      if (one !== undefined) throw failure(one)
      return 'answer'
    },
    {
      retries,
      signal: new AbortController().signal,
      hasAnswered: () => hasAnswered,
      pausing: (_, pause) => void waited.push(pause),
      wait: async () => {},
    },
  )
  return { waited, answered: 'value' in attempted, ...('attempts' in attempted && { attempts: attempted.attempts }) }
}

const times = (number: number, one: Failure) => Array.from({ length: number }, () => one)

describe('the pauses between attempts', () => {
  it('grow, and end after so many retries', async () => {
    expect(await pauses(times(9, { statusCode: 503 }))).toEqual({
      waited: [2000, 4000, 8000, 16_000, 32_000],
      answered: false,
      attempts: 6,
    })
    expect(await pauses(times(9, { statusCode: 429 }), { retries: 0 })).toEqual({
      waited: [],
      answered: false,
      attempts: 1,
    })
  })

  it('are as long as the server asks for: seconds, milliseconds, a date by its own clock, up to a minute', async () => {
    const asking = (responseHeaders: Record<string, string>) => ({ statusCode: 429, responseHeaders })
    const date = 'Mon, 30 Nov 2026 08:00:00 GMT'
    const { waited, answered } = await pauses([
      asking({ 'retry-after': '7' }),
      asking({ 'retry-after-ms': '250', 'retry-after': '9' }),
      asking({ 'retry-after': 'Mon, 30 Nov 2026 08:00:20 GMT', date }),
      asking({ 'retry-after': '3600' }),
      asking({ 'retry-after': 'soon' }),
    ])
    expect(waited).toEqual([7000, 250, 20_000, 16_000, 32_000])
    expect(answered).toBe(true)
  })

  it('are none after what no further attempt can change', async () => {
    for (const statusCode of [400, 401, 403, 404, 422]) {
      expect(await pauses([{ statusCode }])).toEqual({ waited: [], answered: false, attempts: 1 })
    }
  })

  it.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'ERR_SSL_WRONG_VERSION_NUMBER'])(
    'are short and few at an address where nobody has ever answered: %s',
    async (code) => {
      const { waited, answered } = await pauses(times(9, { code }))
      expect([waited, answered]).toEqual([[500, 1000, 2000], false])
      expect((await pauses(times(9, { code }), { retries: 1 })).waited).toEqual([500])
    },
  )

  it('are as few at a port that belongs to another protocol', async () => {
    expect((await pauses(times(9, { message: 'Cannot connect to API: bad port' }))).waited).toEqual([500, 1000, 2000])
  })

  it('are but one where each attempt takes seconds by itself', async () => {
    expect((await pauses(times(9, { code: 'UND_ERR_CONNECT_TIMEOUT' }))).waited).toEqual([500])
  })

  it('grow as ever where a server that has answered is gone, or breaks off', async () => {
    expect((await pauses(times(2, { code: 'ECONNREFUSED' }), { hasAnswered: true })).waited).toEqual([2000, 4000])
    expect((await pauses(times(2, { code: 'ECONNRESET' }))).waited).toEqual([2000, 4000])
  })
})

it('a pause ends when the run is interrupted', async () => {
  const interrupted = new AbortController()
  const attempted = retrying(() => Promise.reject(failure({ statusCode: 503 })), {
    retries: 5,
    signal: interrupted.signal,
    hasAnswered: () => false,
    pausing: () => interrupted.abort(new Error('interrupted')),
  })
  await expect(attempted).rejects.toThrow(/^interrupted$/)
})
