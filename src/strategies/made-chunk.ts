import { contentHash } from '../knowledge/content-hash.ts'
import { countTokens } from '../knowledge/tokens.ts'
import type { Chunk } from '../model.ts'

/**
 * A text made of a chunk, to be searched in its place: it stands where the chunk does. The id sorts where the chunk's sorts,
 * so that ties among such texts are those among their chunks.
 */
export function madeChunk(chunk: Chunk, name: string, text: string): Chunk {
  return { ...chunk, id: `${chunk.id}\0${name}`, text, hash: contentHash(text), tokens: countTokens(text) }
}
