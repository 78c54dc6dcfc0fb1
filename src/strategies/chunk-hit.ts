import type { Chunk, Hit } from '../model.ts'

/** A chunk as a result. */
export function chunkHit(chunk: Chunk, score: number): Hit {
  const { id, document, path, startLine, endLine, text, hash, tokens } = chunk
  const hit = { id, score, document, startLine, endLine, text, hash, tokens }
  return path === undefined ? hit : { ...hit, path }
}
