import { EngineFailure } from './engine-failure.ts'

/** A response's text. Throws `EngineFailure` as soon as there are more bytes than that; the rest is not read. */
export async function boundedText(response: Response, maxBytes: number): Promise<string> {
  const { body } = response
  if (body === null) return ''
  const announced = announcedBytes(response)
  if (announced > maxBytes) {
    await body.cancel()
    throw tooLong(maxBytes)
  }
  // No more than what is announced is read, in the fastest way there is.
  if (announced >= 0) return response.text()
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > maxBytes) throw tooLong(maxBytes)
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

/** -1 where the response does not say; what is compressed does not say how long it will be. */
function announcedBytes({ headers }: Response): number {
  const length = headers.get('content-length')
  return length === null || headers.has('content-encoding') ? -1 : Number(length)
}

export function tooLong(maxBytes: number): EngineFailure {
  return new EngineFailure(`the answer is longer than ${maxBytes} bytes (\`maxBytes\`)`)
}
