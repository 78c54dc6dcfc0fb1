import type { Chunk, Document } from '../model.ts'
import { type CutColumns, HASH_LENGTH, WIDTH } from './cut-columns.ts'

/** Where the texts of a document's chunks stand. */
export interface ChunkedText {
  readonly document: Document
  /** The document's text with the line ends that chunks have. */
  readonly text: string
}

/**
 * A chunk that an earlier run cut. Its strings are made when somebody wants them: most documents need not be decoded at all.
 */
export class KeptChunk implements Chunk {
  readonly document: string
  declare readonly path?: string
  readonly startLine: number
  readonly endLine: number
  readonly headings: readonly string[]
  readonly tokens: number
  readonly #columns: CutColumns
  readonly #index: number
  readonly #source: ChunkedText

  constructor(columns: CutColumns, index: number, source: ChunkedText) {
    const { id, path } = source.document
    const { numbers, headings } = columns
    const at = index * WIDTH
    this.document = id
    if (path !== undefined) this.path = path
    this.startLine = numbers[at]!
    this.endLine = numbers[at + 1]!
    this.headings = headings[numbers[at + 5]!]!
    this.tokens = numbers[at + 2]!
    this.#columns = columns
    this.#index = index
    this.#source = source
  }

  get id(): string {
    return this.#columns.odd[this.#index]?.id ?? `${this.document}:${this.startLine}-${this.endLine}`
  }

  get hash(): string {
    return this.#columns.hashes.slice(this.#index * HASH_LENGTH, (this.#index + 1) * HASH_LENGTH)
  }

  get text(): string {
    const { numbers, odd } = this.#columns
    const start = numbers[this.#index * WIDTH + 3]!
    return odd[this.#index]?.text ?? this.#source.text.slice(start, start + numbers[this.#index * WIDTH + 4]!)
  }
}
