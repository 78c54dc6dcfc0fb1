import type { Cut } from '../knowledge/chunk-cache.ts'
import type { Chunk } from '../model.ts'
import type { Codec } from './codec.ts'
import { type CutColumns, HASH_LENGTH, WIDTH } from './cut-columns.ts'
import { type CutRow, comparable } from './cut-row.ts'
import { FramedArrays, frameArrays } from './framed-arrays.ts'
import { TextPlaces } from './text-places.ts'

interface Header extends Pick<CutColumns, 'headings' | 'odd'> {
  readonly keys: readonly string[]
  /** How many chunks each key has. */
  readonly sizes: readonly number[]
  /** Key's index -> why its document was not cut as asked. */
  readonly reasons: Readonly<Record<number, readonly string[]>>
  readonly chunks: number
}

/** Chunks in columns: reading them makes no object for each. */
export const cutCodec: Codec<CutRow> = {
  encode(rows) {
    const writer = new Writer()
    for (const [key, row] of rows) writer.add(key, row)
    return writer.finish()
  },
  decode(bytes) {
    const framed = new FramedArrays(bytes)
    const { keys, sizes, reasons, chunks, headings, odd } = framed.header as Header
    const numbers = framed.next(Int32Array, chunks * WIDTH)
    const hashes = Buffer.from(framed.next(Uint8Array, chunks * HASH_LENGTH)).toString('latin1')
    const columns = { numbers, hashes, headings, odd }
    const rows = new Map<string, CutRow>()
    let from = 0
    for (const [index, key] of keys.entries()) {
      const to = from + sizes[index]!
      rows.set(key, { columns, from, to, reasons: reasons[index] ?? [] })
      from = to
    }
    return rows
  },
}

class Writer {
  readonly #keys: string[] = []
  readonly #sizes: number[] = []
  readonly #reasons: Record<number, readonly string[]> = {}
  readonly #numbers: number[] = []
  readonly #hashes: string[] = []
  readonly #headings: (readonly string[])[] = []
  readonly #headingIndexes = new Map<string, number>()
  readonly #odd: Record<number, { text?: string; id?: string }> = {}

  add(key: string, row: CutRow): void {
    const before = this.#hashes.length
    const { reasons } = 'cut' in row ? row.cut : row
    if ('cut' in row) this.#addCut(row.cut, comparable(row.text))
    else for (let index = row.from; index < row.to; index++) this.#copy(row.columns, index)
    if (reasons.length > 0) this.#reasons[this.#keys.length] = reasons
    this.#keys.push(key)
    this.#sizes.push(this.#hashes.length - before)
  }

  finish(): Uint8Array {
    const header: Header = {
      keys: this.#keys,
      sizes: this.#sizes,
      reasons: this.#reasons,
      chunks: this.#hashes.length,
      headings: this.#headings,
      odd: this.#odd,
    }
    return frameArrays(header, [Int32Array.from(this.#numbers), Buffer.from(this.#hashes.join(''), 'latin1')])
  }

  #addCut({ chunks }: Cut, text: string): void {
    const places = new TextPlaces(text)
    for (const chunk of chunks) {
      const found = places.find(chunk)
      this.#addOddities(chunk, found)
      const { startLine, endLine, tokens } = chunk
      this.#numbers.push(startLine, endLine, tokens, found, chunk.text.length, this.#headingIndex(chunk.headings))
      this.#hashes.push(chunk.hash)
    }
  }

  #addOddities({ id, document, startLine, endLine, text }: Chunk, found: number): void {
    const usual = id === `${document}:${startLine}-${endLine}`
    if (found >= 0 && usual) return
    this.#odd[this.#hashes.length] = { ...(found < 0 ? { text } : {}), ...(usual ? {} : { id }) }
  }

  #copy({ numbers, hashes, headings, odd }: CutColumns, index: number): void {
    const strange = odd[index]
    if (strange !== undefined) this.#odd[this.#hashes.length] = strange
    for (let i = 0; i < WIDTH - 1; i++) this.#numbers.push(numbers[index * WIDTH + i]!)
    this.#numbers.push(this.#headingIndex(headings[numbers[index * WIDTH + WIDTH - 1]!]!))
    this.#hashes.push(hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH))
  }

  #headingIndex(headings: readonly string[]): number {
    const key = JSON.stringify(headings)
    const known = this.#headingIndexes.get(key)
    if (known !== undefined) return known
    this.#headingIndexes.set(key, this.#headings.push(headings) - 1)
    return this.#headings.length - 1
  }
}
