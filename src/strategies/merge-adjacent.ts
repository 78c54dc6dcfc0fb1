import type { Chunk, Hit, Question, Ranking } from '../model.ts'
import { compareHits } from './hit-order.ts'
import { joinAdjacent } from './merge-adjacent/join-adjacent.ts'
import { neighbourhood } from './merge-adjacent/neighbourhood.ts'
import { retrieveEach } from './retrieve-each.ts'
import type { Retriever } from './strategy.ts'

/** So many hits are merged, whatever is asked for. */
const POOL = 50

/**
 * A retriever whose hits are those of `base` with neighbours in a document made one. Merged are the first 50, however many
 * are asked for; those below follow as they are, so that what is asked for never changes what comes first. `chunks` is all
 * that `base` can return, where that is known.
 */
export function mergingRetriever(base: Retriever, chunks: readonly Chunk[] | null, pool = POOL): Retriever {
  const around = neighbourhood(chunks)
  const join = (hits: readonly Hit[]) => joinAdjacent(hits.slice(0, pool), around)
  const merge = (ranking: Ranking, k: number): Ranking => {
    // A score that is no number is an error of the strategy, which is told as one further on.
    if (!ranking.hits.every(({ score }) => Number.isFinite(score))) return ranking
    const hits = ranking.hits.toSorted(compareHits)
    return { ...ranking, hits: [...join(hits).map(({ hit }) => hit), ...hits.slice(pool)].slice(0, k) }
  }
  const retrieveAll = async (questions: readonly Question[], k: number, signal: AbortSignal) => {
    // All of the pool may become one hit.
    const rankings = await retrieveEach(base, questions, pool + k - 1, signal)
    return rankings.map((ranking) => merge(ranking, k))
  }
  return {
    retrieve: async (question, k, signal) => (await retrieveAll([question], k, signal))[0]!,
    ...(base.retrieveAll === undefined ? {} : { retrieveAll }),
    ...(base.explain === undefined ? {} : { explain: explainBest }),
    close: async () => base.close?.(),
  }

  /** A merged hit has the score of its best part, and is explained by it. */
  async function explainBest(question: Question, hit: Hit, signal: AbortSignal) {
    const { hits } = await base.retrieve(question, pool, signal)
    const found = join(hits.toSorted(compareHits)).find((joined) => joined.hit.id === hit.id)
    return base.explain!(question, found?.best ?? hit, signal)
  }
}
