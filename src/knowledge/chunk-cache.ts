import type { Chunk, Document } from '../model.ts'
import type { ChunkingConfig } from './chunking.ts'

/** What cutting a document gives: its chunks, and why it was not cut as asked. */
export interface Cut {
  readonly chunks: readonly Chunk[]
  readonly reasons: readonly string[]
}

/** Remembers how documents were cut under one chunking. */
export interface CutCache {
  get(document: Document): Cut | undefined
  set(document: Document, cut: Cut): void
}

/** Remembers how documents were cut. */
export interface ChunkCache {
  under(chunking: ChunkingConfig): Promise<CutCache>
}
