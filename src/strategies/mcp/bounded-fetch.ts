import { tooLong } from '../engine/bounded-text.ts'
import { explainNetworkError } from '../engine/explain-network-error.ts'

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>

/** A `fetch` whose answers to what it posts break off after so many bytes, and whose errors say what is wrong. */
export function boundedFetch(fetch: Fetch, maxBytes: number): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init).catch((error: unknown) => {
      init?.signal?.throwIfAborted()
      throw explainNetworkError(error, String(url))
    })
    // What a server sends on its own account goes on for as long as the connection is open.
    if (response.body === null || init?.method !== 'POST') return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(bounded(maxBytes)), { status, statusText, headers })
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
