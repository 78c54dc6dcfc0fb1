/** An answer larger than this is not one of a model: 2,048 vectors of 8,192 numbers as text fit in it. */
const MOST_BYTES = 256 * 2 ** 20

/**
 * A `fetch` whose attempts end: after `seconds`, or when an answer grows too large. The body is read whole, so that one
 * that breaks off is an error of this attempt and can be retried. Such an error has the form that the AI SDK retries: a
 * `TypeError` "fetch failed" with its cause.
 */
export function boundedFetch(fetch: typeof globalThis.fetch, seconds: number): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const limit = AbortSignal.timeout(seconds * 1000)
    const signals = init.signal == null ? [limit] : [init.signal, limit]
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) })
      const { status, statusText, headers } = response
      const body = await readBody(response)
      if (response.ok) checkWhole(body, headers)
      return new Response(status === 204 ? null : body, { status, statusText, headers })
    } catch (error) {
      init.signal?.throwIfAborted()
      throw limit.aborted ? failed(`no answer within ${seconds} s`) : failed(reasonOf(error), error)
    }
  }
}

async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MOST_BYTES) throw new Error(`the answer is larger than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

function checkWhole(body: Uint8Array, headers: Headers): void {
  if (!headers.get('content-type')?.includes('json')) return
  try {
    JSON.parse(new TextDecoder().decode(body))
  } catch {
    throw new Error('the answer is not whole JSON')
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

function failed(reason: string, error?: unknown): TypeError {
  return new TypeError('fetch failed', { cause: new Error(reason, { cause: error }) })
}
