import type { Cut } from '../knowledge/chunk-cache.ts'
import type { Chunk, Document } from '../model.ts'

/** Chunks of many documents in columns; a chunk's text is a place in its document's. */
export interface CutColumns {
  /** Per chunk, `WIDTH` numbers: first and last line, tokens, where the text begins, its length, which of `headings`. */
  readonly numbers: readonly number[]
  /** 64 hexadecimal digits a chunk. */
  readonly hashes: string
  readonly headings: readonly (readonly string[])[]
  /** Texts that do not stand in the document as they are, and ids that are neither the document's nor made of the lines. */
  readonly odd: Readonly<Record<number, { readonly text?: string; readonly id?: string }>>
}

export const WIDTH = 6
const HASH_LENGTH = 64

/** One document's chunks: just cut, or kept by an earlier run as a range of columns. */
export type CutRow = { readonly cut: Cut; readonly text: string } | KeptRow

interface KeptRow {
  readonly columns: CutColumns
  readonly from: number
  readonly to: number
  readonly reasons: readonly string[]
  /** Once it was asked for: two states of a repository share most of their documents. */
  restored?: Cut
}

/** The chunks of a kept row, given its document. */
export function restore(row: CutRow, document: Document): Cut {
  if ('cut' in row) return row.cut
  row.restored ??= restoreKept(row, document)
  return row.restored
}

function restoreKept(row: KeptRow, document: Document): Cut {
  const text = comparable(document.text)
  const chunks: Chunk[] = []
  for (let index = row.from; index < row.to; index++) chunks.push(chunkAt(row.columns, index, document, text))
  return { chunks, reasons: row.reasons }
}

function chunkAt(
  { numbers, hashes, headings, odd }: CutColumns,
  index: number,
  document: Document,
  text: string,
): Chunk {
  const at = index * WIDTH
  const startLine = numbers[at]!
  const endLine = numbers[at + 1]!
  const start = numbers[at + 3]!
  const strange = odd[index]
  const { path } = document
  const chunk = {
    id: strange?.id ?? `${document.id}:${startLine}-${endLine}`,
    document: document.id,
    startLine,
    endLine,
    text: strange?.text ?? text.slice(start, start + numbers[at + 4]!),
    headings: headings[numbers[at + 5]!]!,
    hash: hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH),
    tokens: numbers[at + 2]!,
  }
  return path === undefined ? chunk : Object.assign(chunk, { path })
}

/** A document's text with the line ends that chunks have. */
export function comparable(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}
