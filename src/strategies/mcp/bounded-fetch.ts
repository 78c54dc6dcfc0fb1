import { boundedText, tooLong } from '../engine/bounded-text.ts'
import { explainNetworkError } from '../engine/explain-network-error.ts'
import { secondsToWait } from '../http/seconds-to-wait.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** An answer of 4xx or 5xx. */
export interface Refusal {
  readonly status: number
  readonly statusText: string
  readonly text: string
  /** Seconds that it asks to wait. */
  readonly after: number | undefined
}

export interface BoundedFetchOptions {
  /** Of an answer to what is posted. */
  readonly maxBytes: number
  /** Told how the last post was refused, or that it was not: the SDK has words of its own for it, and not always the status. */
  answered(refusal: Refusal | undefined): void
}

/** A `fetch` whose answers to what it posts break off after so many bytes, and whose errors say what is wrong. */
export function boundedFetch(fetch: Fetch, { maxBytes, answered }: BoundedFetchOptions): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init).catch((error: unknown) => {
      init?.signal?.throwIfAborted()
      throw explainNetworkError(error, String(url))
    })
    // What a server sends on its own account goes on for as long as the connection is open.
    if (init?.method !== 'POST') return response
    const { status, statusText, headers, body } = response
    if (status >= 400) {
      const text = await boundedText(response, maxBytes)
      answered({ status, statusText, text, after: secondsToWait(headers) })
      return new Response(text, { status, statusText, headers })
    }
    answered(undefined)
    if (body === null) return response
    return new Response(body.pipeThrough(bounded(maxBytes)), { status, statusText, headers })
  }
}

function bounded(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(part, controller) {
      bytes += part.byteLength
      if (bytes > maxBytes) controller.error(tooLong(maxBytes))
      else controller.enqueue(part)
    },
  })
}
