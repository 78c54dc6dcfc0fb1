import type { Cut } from '../knowledge/chunk-cache.ts'
import type { Chunk, Document } from '../model.ts'
import type { CutColumns } from './cut-columns.ts'
import { type ChunkedText, KeptChunk } from './kept-chunk.ts'

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

function restoreKept({ columns, from, to, reasons }: KeptRow, document: Document): Cut {
  const source = chunkedText(document)
  const chunks: Chunk[] = []
  for (let index = from; index < to; index++) chunks.push(new KeptChunk(columns, index, source))
  return { chunks, reasons }
}

function chunkedText(document: Document): ChunkedText {
  let known: string | undefined
  return {
    document,
    get text() {
      known ??= comparable(document.text)
      return known
    },
  }
}

/** A document's text with the line ends that chunks have. */
export function comparable(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text
}
