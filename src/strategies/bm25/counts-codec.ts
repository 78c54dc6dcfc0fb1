import type { Codec } from '../../store/codec.ts'
import { concatCounts } from './concat-counts.ts'
import type { CountedTerms, CountsRow } from './counts-row.ts'

interface Header {
  readonly keys: readonly string[]
  /** How many chunks each key has. */
  readonly sizes: readonly number[]
  readonly terms: readonly string[]
  readonly chunks: number
  readonly postings: number
}

const ALIGNMENT = 8

/** Counts as typed arrays behind a JSON header: reading them is a look at the bytes. */
export const countsCodec: Codec<CountsRow> = {
  encode(rows) {
    const numbers = new Map<string, number>()
    const counts = concatCounts([...rows.values()], (term) => {
      const number = numbers.get(term) ?? numbers.size
      numbers.set(term, number)
      return number
    })
    const header: Header = {
      keys: [...rows.keys()],
      sizes: Array.from(rows.values(), ({ from, to }) => to - from),
      terms: [...numbers.keys()],
      chunks: counts.lengths.length,
      postings: counts.terms.length,
    }
    return Buffer.concat([framed(header), ...[counts.lengths, counts.starts, counts.terms, counts.counts].map(bytesOf)])
  },
  decode(bytes) {
    // Typed arrays begin at multiples of their element's size.
    const { buffer, byteOffset } = bytes.byteOffset % ALIGNMENT === 0 ? bytes : Uint8Array.from(bytes)
    const headerEnd = byteOffset + ALIGNMENT + new DataView(buffer, byteOffset).getUint32(0, true)
    const text = Buffer.from(buffer, byteOffset + ALIGNMENT, headerEnd - byteOffset - ALIGNMENT).toString()
    const { keys, sizes, terms, chunks, postings }: Header = JSON.parse(text)
    const startsAt = headerEnd + 8 * chunks
    const termsAt = startsAt + 4 * (chunks + 1)
    const counts = {
      lengths: new Float64Array(buffer, headerEnd, chunks),
      starts: new Int32Array(buffer, startsAt, chunks + 1),
      terms: new Int32Array(buffer, termsAt, postings),
      counts: new Float32Array(buffer, termsAt + 4 * postings, postings),
    }
    return rowsOf({ counts, terms }, keys, sizes)
  },
}

function rowsOf(pack: CountedTerms, keys: readonly string[], sizes: readonly number[]): Map<string, CountsRow> {
  const rows = new Map<string, CountsRow>()
  let from = 0
  for (const [index, key] of keys.entries()) {
    const to = from + sizes[index]!
    rows.set(key, { pack, from, to })
    from = to
  }
  return rows
}

/** The header's length, and the header, ending at a multiple of 8. */
function framed(header: Header): Buffer {
  const json = Buffer.from(JSON.stringify(header))
  const length = Math.ceil(json.length / ALIGNMENT) * ALIGNMENT
  const frame = Buffer.alloc(ALIGNMENT + length, ' ')
  frame.writeUInt32LE(length, 0)
  json.copy(frame, ALIGNMENT)
  return frame
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
