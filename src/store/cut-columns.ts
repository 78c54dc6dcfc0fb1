/** Chunks of many documents in columns; a chunk's text is a place in its document's. */
export interface CutColumns {
  /** Per chunk, `WIDTH` numbers: first and last line, tokens, where the text begins, its length, which of `headings`. */
  readonly numbers: Int32Array
  /** `HASH_LENGTH` hexadecimal digits a chunk. */
  readonly hashes: string
  readonly headings: readonly (readonly string[])[]
  /** Texts that do not stand in the document as they are, and ids that are neither the document's nor made of the lines. */
  readonly odd: Readonly<Record<number, { readonly text?: string; readonly id?: string }>>
}

export const WIDTH = 6
export const HASH_LENGTH = 64
