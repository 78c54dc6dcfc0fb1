import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Chunk, Document } from '../model.ts'
import type { ChunkCache } from './chunk-cache.ts'
import { chunkDocuments } from './chunk-documents.ts'
import type { ChunkingConfig } from './chunking.ts'
import { loadBeirCorpus } from './load-beir-corpus.ts'
import { type DocumentsOptions, loadDocuments } from './load-documents.ts'
import { Notices } from './notices.ts'

export interface KnowledgeOptions {
  readonly documents:
    | { readonly include: readonly string[]; readonly exclude: readonly string[]; readonly maxBytes: number }
    | { readonly beir: string }
  readonly chunking: ChunkingConfig
  readonly root: string
  readonly outputFolder: string
  /** Absolute; where the cache lies. Nothing in it is a document either. */
  readonly cacheFolder?: string | undefined
  /** Absolute; where models' answers lie. Nothing in it is a document either. */
  readonly modelFolder?: string | undefined
  /** Files that are known already, by path: they need not be on the disk. */
  readonly shared?: DocumentsOptions['shared']
  /** Remembers how documents were cut. */
  readonly cache?: ChunkCache | undefined
  readonly signal: AbortSignal
  progress?(what: string, done: number, total: number): void
}

/** The documents, and their chunks under any chunking, each cut once. */
export interface Knowledge {
  readonly documents: readonly Document[]
  readonly skipped: Readonly<Record<string, number>>
  chunks(chunking?: ChunkingConfig): Promise<readonly Chunk[]>
  /** What cutting has met so far, in sentences: documents that were not cut as asked. */
  notices(): readonly string[]
}

/** Reads the knowledge base that a config names. Throws `UserError` where there is none. */
export async function loadKnowledge(options: KnowledgeOptions): Promise<Knowledge> {
  const { documents, skipped } = await readDocuments(options)
  const cut = new Map<string, Promise<readonly Chunk[]>>()
  const notices = new Notices()
  return {
    documents,
    skipped,
    chunks(chunking = options.chunking) {
      const key = JSON.stringify(chunking)
      const chunks = cut.get(key) ?? cutDocuments(documents, chunking, notices, options)
      cut.set(key, chunks)
      return chunks
    },
    notices: () => notices.sentences(),
  }
}

async function cutDocuments(
  documents: readonly Document[],
  chunking: ChunkingConfig,
  { add: note }: Notices,
  { cache, signal, progress }: KnowledgeOptions,
): Promise<readonly Chunk[]> {
  const pause = async (done: number) => {
    progress?.('cutting documents', done, documents.length)
    await setImmediate()
    signal.throwIfAborted()
  }
  return chunkDocuments(documents, chunking, note, await cache?.under(chunking), pause)
}

async function readDocuments({ documents, root, signal, progress, ...folders }: KnowledgeOptions) {
  const { outputFolder, cacheFolder, modelFolder, shared } = folders
  if ('beir' in documents)
    return { documents: await loadBeirCorpus(resolve(root, documents.beir), signal), skipped: {} }
  const read = (done: number, total: number) => progress?.('reading documents', done, total)
  return loadDocuments({ ...documents, root, outputFolder, cacheFolder, modelFolder, shared, progress: read }, signal)
}
