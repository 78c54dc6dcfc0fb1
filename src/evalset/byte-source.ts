import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { UserError } from '../errors.ts'

/** A file's bytes, readable from the start as often as needed. */
export interface ByteSource {
  /** As messages name it. */
  readonly path: string
  /** Each chunk is only valid until the next one is asked for. */
  chunks(): Iterable<Uint8Array>
}

const CHUNK_BYTES = 1 << 20

/**
 * The bytes of the file at `location`, called `path` in messages. Regular files are read in chunks, so that memory does
 * not grow with their size; pipes are read once and kept. Throws a `UserError` where there is no such file.
 */
export function openByteSource(location: string, path: string): ByteSource {
  const descriptor = open(location, path)
  try {
    const status = fstatSync(descriptor)
    if (status.isDirectory()) throw new UserError({ where: path, what: 'Is a folder, not a file' })
    if (status.isFile()) return { path, chunks: () => readChunks(location, path) }
    const bytes = readFileSync(descriptor)
    return { path, chunks: () => [bytes] }
  } finally {
    closeSync(descriptor)
  }
}

/** The whole content as text, without a byte order mark. */
export function readText(source: ByteSource): string {
  const decoder = new TextDecoder()
  let text = ''
  for (const chunk of source.chunks()) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

function* readChunks(location: string, path: string): Generator<Uint8Array> {
  const descriptor = open(location, path)
  try {
    const chunk = new Uint8Array(CHUNK_BYTES)
    for (;;) {
      const length = readSync(descriptor, chunk, 0, CHUNK_BYTES, null)
      if (length === 0) return
      yield chunk.subarray(0, length)
    }
  } finally {
    closeSync(descriptor)
  }
}

function open(location: string, path: string): number {
  try {
    return openSync(location, 'r')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const what = code === 'ENOENT' ? 'There is no such file' : `The file cannot be opened (${String(code)})`
    throw new UserError({ where: path, what })
  }
}
