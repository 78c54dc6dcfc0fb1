import type { ByteSource } from './byte-source.ts'

/** Start and end of the first columns of a line, as pairs of offsets into its buffer; overwritten by the next line. */
export type Spans = Int32Array

/** One line that is not blank: its buffer, where its columns are, how many it has, and its 1-based number. */
export type OnLine = (bytes: Uint8Array, spans: Spans, columns: number, line: number) => void

/** Columns beyond these are counted, not located. */
const LOCATED = 6
const NEWLINE = 10

/** Reads lines of columns separated by white space as C's `isspace` knows it, which is what trec_eval goes by. */
export function scanColumns(source: ByteSource, onLine: OnLine): void {
  const spans = new Int32Array(2 * LOCATED)
  let bytes = new Uint8Array(0)
  let used = 0
  let line = 1
  for (const chunk of source.chunks()) {
    if (used + chunk.length >= bytes.length) bytes = enlarged(bytes, used, 2 * (used + chunk.length) + 1)
    bytes.set(chunk, used)
    used += chunk.length
    const end = used === 0 ? 0 : bytes.lastIndexOf(NEWLINE, used - 1) + 1
    line = scanLines(bytes, end, spans, line, onLine)
    bytes.copyWithin(0, end, used)
    used -= end
  }
  if (used === 0) return
  bytes[used] = NEWLINE
  scanLines(bytes, used + 1, spans, line, onLine)
}

function enlarged(bytes: Uint8Array, used: number, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length)
  larger.set(bytes.subarray(0, used))
  return larger
}

function byteOrderMarkLength(bytes: Uint8Array): number {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0
}

/** Scans whole lines, the last byte being a line end, and returns the number of the line after them. */
function scanLines(bytes: Uint8Array, end: number, spans: Spans, firstLine: number, onLine: OnLine): number {
  let line = firstLine
  let columns = 0
  for (let position = line === 1 ? byteOrderMarkLength(bytes) : 0; position < end; ) {
    let byte = bytes[position]!
    if (!isSpace(byte)) {
      const start = position
      do byte = bytes[++position]!
      while (!isSpace(byte))
      if (columns < LOCATED) {
        spans[2 * columns] = start
        spans[2 * columns + 1] = position
      }
      columns++
    }
    position++
    if (byte !== NEWLINE) continue
    if (columns > 0) onLine(bytes, spans, columns, line)
    columns = 0
    line++
  }
  return line
}

function isSpace(byte: number): boolean {
  return byte <= 32 && (byte === 32 || (byte >= 9 && byte <= 13))
}
