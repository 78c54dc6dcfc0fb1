import type { Cut } from '../knowledge/chunk-cache.ts'
import type { Chunk } from '../model.ts'
import type { Codec } from './codec.ts'
import { type CutColumns, type CutRow, comparable, WIDTH } from './cut-row.ts'
import { TextPlaces } from './text-places.ts'

interface CutPack extends CutColumns {
  readonly keys: readonly string[]
  /** How many chunks each key has. */
  readonly sizes: readonly number[]
  /** Key's index -> why its document was not cut as asked. */
  readonly reasons: Readonly<Record<number, readonly string[]>>
}

/** Chunks as JSON in columns: a tenth of the time that as many objects take. */
export const cutCodec: Codec<CutRow> = {
  encode(rows) {
    const writer = new Writer()
    for (const [key, row] of rows) writer.add(key, row)
    return Buffer.from(JSON.stringify(writer.finish()))
  },
  decode(bytes) {
    const pack: CutPack = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
    const rows = new Map<string, CutRow>()
    let from = 0
    for (const [index, key] of pack.keys.entries()) {
      const to = from + pack.sizes[index]!
      rows.set(key, { columns: pack, from, to, reasons: pack.reasons[index] ?? [] })
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

  finish(): CutPack {
    return {
      keys: this.#keys,
      sizes: this.#sizes,
      reasons: this.#reasons,
      numbers: this.#numbers,
      hashes: this.#hashes.join(''),
      headings: this.#headings,
      odd: this.#odd,
    }
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
    this.#hashes.push(hashes.slice(index * 64, index * 64 + 64))
  }

  #headingIndex(headings: readonly string[]): number {
    const key = JSON.stringify(headings)
    const known = this.#headingIndexes.get(key)
    if (known !== undefined) return known
    this.#headingIndexes.set(key, this.#headings.push(headings) - 1)
    return this.#headings.length - 1
  }
}
