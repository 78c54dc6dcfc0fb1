import type { Chunk, Document } from '../model.ts'
import { contentHash } from './content-hash.ts'

/** A stretch of a document on its way to be a chunk. Lines are 1-based and inclusive. */
export interface Span {
  readonly startLine: number
  readonly endLine: number
  /** The lines joined by LF, or a part of one where a long line was cut. */
  readonly text: string
  readonly tokens: number
}

/** The chunk that a span of a document makes; `headings` default to a record's title. */
export function makeChunk(document: Document, span: Span, headings = titleOf(document)): Chunk {
  return {
    id: `${document.id}:${span.startLine}-${span.endLine}`,
    document: document.id,
    ...(document.path === undefined ? {} : { path: document.path }),
    startLine: span.startLine,
    endLine: span.endLine,
    text: span.text,
    headings,
    hash: contentHash(span.text),
    tokens: span.tokens,
  }
}

/** A record's title as the outermost heading, where it has one. */
export function titleOf(document: Document): readonly string[] {
  return document.title === undefined ? [] : [document.title]
}
