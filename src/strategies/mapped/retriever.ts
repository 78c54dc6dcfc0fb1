import type { Chunk, Question, Ranking } from '../../model.ts'
import { chunkHit } from '../chunk-hit.ts'
import { compareHits } from '../hit-order.ts'
import { retrieveEach } from '../retrieve-each.ts'
import type { Retriever } from '../strategy.ts'

/** How much more is asked for when several hits stand for one chunk: each step asks everything anew. */
const WIDENING = 2

/**
 * A retriever over texts that stand for chunks: each hit becomes its chunk, the best one counts.
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
  const one = async (question: Question, k: number, signal: AbortSignal): Promise<Ranking> => {
    for (let wide = WIDENING * k; ; wide *= WIDENING) {
      const ranking = await part.retrieve(question, wide, signal)
      const found = mapped(ranking, k)
      if (found.hits.length === k || ranking.hits.length < wide) return found
    }
  }
  return {
    retrieve: one,
    ...(part.size === undefined ? {} : { size: () => part.size!() }),
    async retrieveAll(questions, k, signal) {
      const rankings = await retrieveEach(part, questions, WIDENING * k, signal)
      const all: Ranking[] = []
      for (const [index, ranking] of rankings.entries()) {
        const found = mapped(ranking, k)
        const whole = found.hits.length === k || ranking.hits.length < WIDENING * k
        all.push(whole ? found : await one(questions[index]!, k, signal))
      }
      return all
    },
  }
}
