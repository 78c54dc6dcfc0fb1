import type { Chunk, Ranking } from '../../model.ts'
import { chunkHit } from '../chunk-hit.ts'
import { compareHits } from '../hit-order.ts'
import type { Retriever } from '../strategy.ts'
import { unfoldingRetriever } from '../unfolding-retriever.ts'

/**
 * A retriever over texts that stand for chunks: each hit becomes its chunk, the best one counts. The part is closed with it.
 * @param part that was built for these texts
 * @param sources id of a text -> the chunk it stands for
 */
export function mappingRetriever(part: Retriever, sources: ReadonlyMap<string, Chunk>): Retriever {
  const mapped = ({ hits, ...ranking }: Ranking, k: number): Ranking => {
    const seen = new Set<string>()
    const found = hits.toSorted(compareHits).flatMap((hit) => {
      const chunk = sources.get(hit.id)
      if (chunk === undefined || seen.has(chunk.id)) return []
      seen.add(chunk.id)
      return [chunkHit(chunk, hit.score)]
    })
    return { ...ranking, hits: found.sort(compareHits).slice(0, k) }
  }
  const unfolding = unfoldingRetriever(part, async (questions) => questions.map(() => mapped))
  return { ...unfolding, close: async () => part.close?.() }
}
