import { UserError } from '../errors.ts'
import type { Chunk, Document } from '../model.ts'
import type { CutCache } from './chunk-cache.ts'
import type { Chunker, CutDocument } from './chunker.ts'
import { chunkers } from './chunkers.ts'
import type { ChunkingConfig } from './chunking.ts'

const DOCUMENTS_PER_TURN = 64

/**
 * Cuts documents as `config.by` says; chunks in document order, each with an id of its own: a repeated id gets `#2`,
 * `#3` and so on. `note` is told of documents that were not cut as asked; a document that `cache` remembers is not cut again;
 * `pause` is awaited now and then, with how many documents are done.
 * Throws a UserError for a chunker that does not exist.
 */
export async function chunkDocuments(
  documents: readonly Document[],
  config: ChunkingConfig,
  note?: (document: Document, reason: string) => void,
  cache?: CutCache,
  pause?: (done: number) => Promise<void>,
): Promise<Chunk[]> {
  const chunker = chunkerNamed(config.by)
  let cut: CutDocument | undefined
  const chunks: Chunk[] = []
  for (const [index, document] of documents.entries()) {
    if (index % DOCUMENTS_PER_TURN === 0) await pause?.(index)
    let known = cache?.get(document)
    if (known === undefined) {
      cut ??= await chunker.load()
      const reasons: string[] = []
      known = { chunks: withOwnIds(cut(document, config, (reason) => reasons.push(reason))), reasons }
      cache?.set(document, known)
    }
    for (const reason of known.reasons) note?.(document, reason)
    for (const chunk of known.chunks) chunks.push(chunk)
  }
  return chunks
}

function chunkerNamed(name: string): Chunker {
  if (Object.hasOwn(chunkers, name)) return chunkers[name as keyof typeof chunkers]
  throw new UserError({
    what: 'no chunker has this name',
    expected: Object.keys(chunkers).join(', '),
    found: name,
    hint: 'set `chunking.by` to one of them',
  })
}

/** Chunks of different documents never share an id: it begins with the document's, and ends with lines. */
function withOwnIds(chunks: readonly Chunk[]): Chunk[] {
  const ids = new Set<string>()
  return chunks.map((chunk) => withOwnId(chunk, ids))
}

function withOwnId(chunk: Chunk, ids: Set<string>): Chunk {
  let id = chunk.id
  for (let copy = 2; ids.has(id); copy++) id = `${chunk.id}#${copy}`
  ids.add(id)
  return id === chunk.id ? chunk : { ...chunk, id }
}
