import type { Chunk, Document } from '../model.ts'
import type { ChunkingConfig } from './chunking.ts'

/**
 * Cuts one document; chunks in document order. Chunk ids are `DOCUMENT:START-END`, or the document's id where the chunk
 * is the whole document; `chunk-documents.ts` makes repeated ones unique.
 */
export type CutDocument = (document: Document, config: ChunkingConfig, note?: TakeNote) => Chunk[]

/** Told when a document could not be cut as asked: in words that follow "2 documents". */
export type TakeNote = (reason: string) => void

/** A way to cut documents, registered in `chunkers.ts`. */
export interface Chunker {
  /** One sentence for the config reference. */
  readonly summary: string
  /** Loads what the cutting needs (a parser, say), so that listing the chunkers stays cheap. */
  load(): Promise<CutDocument>
}
