import { createReadStream } from 'node:fs'

/** The lines of a UTF-8 file as a stream, without their ends (LF or CRLF) and the byte order mark. Rejects as fs does. */
export async function* readLines(path: string, signal?: AbortSignal): AsyncGenerator<string> {
  const stream = createReadStream(path, {
    encoding: 'utf8',
    highWaterMark: 2 ** 18,
    ...(signal === undefined ? {} : { signal }),
  })
  let rest: string[] = []
  let isFirst = true
  for await (const read of stream as AsyncIterable<string>) {
    const text = isFirst && read.startsWith('\uFEFF') ? read.slice(1) : read
    isFirst = false
    const lines = text.split('\n')
    const last = lines.pop() ?? ''
    if (lines.length > 0) {
      lines[0] = rest.join('') + lines[0]
      rest = []
    }
    if (last !== '') rest.push(last)
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  const final = rest.join('')
  if (final !== '') yield final
}
