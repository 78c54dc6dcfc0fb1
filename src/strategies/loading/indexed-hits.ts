import type { Chunk } from '../../model.ts'
import type { RawHit } from '../engine/engine.ts'

/** Hits whose ids are keys of pieces become those pieces; others stay as they are. */
export function indexedHits(hits: readonly RawHit[], chunks: ReadonlyMap<string, Chunk>): RawHit[] {
  return hits.map((hit) => {
    const chunk = hit.id === undefined ? undefined : chunks.get(hit.id)
    if (chunk === undefined) return hit
    const { id, document, path, startLine, endLine, text } = chunk
    const score = hit.score === undefined ? {} : { score: hit.score }
    return { id, document, startLine, endLine, text, ...(path === undefined ? {} : { path }), ...score }
  })
}
