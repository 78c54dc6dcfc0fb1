import { UserError } from '../errors.ts'
import type { Chunk, Document } from '../model.ts'
import type { CutCache } from './chunk-cache.ts'
import type { Chunker, CutDocument } from './chunker.ts'
import { chunkers } from './chunkers.ts'
import type { ChunkingConfig } from './chunking.ts'

/**
 * Cuts documents as `config.by` says; chunks in document order, each with an id of its own: a repeated id gets `#2`,
 * `#3` and so on. `note` is told of documents that were not cut as asked; a document that `cache` remembers is not cut again.
 * Throws a UserError for a chunker that does not exist.
 */
export async function chunkDocuments(
  documents: readonly Document[],
  config: ChunkingConfig,
  note?: (document: Document, reason: string) => void,
  cache?: CutCache,
): Promise<Chunk[]> {
  const chunker = chunkerNamed(config.by)
  let cut: CutDocument | undefined
  const chunks: Chunk[] = []
  const ids = new Set<string>()
  for (const document of documents) {
    let known = cache?.get(document)
    if (known === undefined) {
      cut ??= await chunker.load()
      const reasons: string[] = []
      known = { chunks: cut(document, config, (reason) => reasons.push(reason)), reasons }
      cache?.set(document, known)
    }
    for (const reason of known.reasons) note?.(document, reason)
    for (const chunk of known.chunks) chunks.push(withOwnId(chunk, ids))
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

function withOwnId(chunk: Chunk, ids: Set<string>): Chunk {
  let id = chunk.id
  for (let copy = 2; ids.has(id); copy++) id = `${chunk.id}#${copy}`
  ids.add(id)
  return id === chunk.id ? chunk : { ...chunk, id }
}
