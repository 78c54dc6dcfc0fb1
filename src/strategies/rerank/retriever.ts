import type { Hit, Question, Ranking } from '../../model.ts'
import type { LoadedReranker } from '../../models/reranker.ts'
import { rescored } from '../chunk-hit.ts'
import { confidenceOf } from '../confidence-of.ts'
import { compareHits } from '../hit-order.ts'
import { retrieveEach } from '../retrieve-each.ts'
import type { Retriever, ScoreExplanation } from '../strategy.ts'
import type { CandidateReader } from './candidates.ts'

export interface Reranking {
  /** The name of the strategy whose hits they are. */
  readonly of: string
  readonly part: Retriever
  readonly reranker: LoadedReranker
  readonly reader: CandidateReader
  /** Hits that are reordered. */
  readonly depth: number
}

/** Reorders the first hits of another strategy. It takes batches where that does. */
export function rerankRetriever(reranking: Reranking): Retriever {
  const { part, depth } = reranking
  const retrieveAll = async (questions: readonly Question[], k: number, signal: AbortSignal) => {
    const rankings = await retrieveEach(part, questions, Math.max(k, depth), signal)
    // All at once: how many calls a model outside takes together, it minds itself. What was begun is awaited, whatever fails.
    const reranked = await Promise.allSettled(
      rankings.map((ranking, index) => rerank(reranking, questions[index]!, ranking, k, signal)),
    )
    return reranked.map(rankingOf)
  }
  return {
    retrieve: async (question, k, signal) => (await retrieveAll([question], k, signal))[0]!,
    ...(part.retrieveAll === undefined ? {} : { retrieveAll }),
    explain: async (question, hit, signal) => explain(reranking, question, hit, signal),
  }
}

/** Throws what it failed with. */
function rankingOf(result: PromiseSettledResult<Ranking>): Ranking {
  if (result.status === 'rejected') throw result.reason
  return result.value
}

async function rerank(
  { reranker, reader, depth }: Reranking,
  question: Question,
  ranking: Ranking,
  k: number,
  signal: AbortSignal,
): Promise<Ranking> {
  const hits = ranking.hits.toSorted(compareHits)
  const candidates = await Promise.all(hits.slice(0, depth).map((hit) => reader.candidate(hit)))
  const relevance = await reranker.score(question.text, candidates, signal)
  const first = candidates.map((_, index) => rescored(hits[index]!, relevance[index]!)).sort(compareHits)
  const lowest = first.at(-1)?.score ?? 0
  const rest = hits.slice(depth).map((hit, index) => rescored(hit, lowest - 1 - index))
  const confidence = hits.length === 0 ? {} : { confidence: confidenceOf(ranking) }
  return { ...ranking, hits: [...first, ...rest].slice(0, k), ...confidence }
}

/** Where the hit stood before, and what its score is made of, where the reranker can tell. */
async function explain(
  reranking: Reranking,
  question: Question,
  hit: Hit,
  signal: AbortSignal,
): Promise<ScoreExplanation> {
  const { of, part, depth, reader, reranker } = reranking
  const before = (await part.retrieve(question, depth, signal)).hits.toSorted(compareHits).slice(0, depth)
  const index = before.findIndex(({ id }) => id === hit.id)
  const told = (label: string, value: number) => ({ label: `${of}: ${label}`, value })
  if (index < 0) return { score: hit.score, parts: [told(`below rank ${depth}, not reordered`, hit.score)] }
  const rank = `rank ${index + 1}`
  if (reranker.explain === undefined)
    return { score: hit.score, parts: [told(`${rank}, reordered by score`, hit.score)] }
  const candidates = await Promise.all(before.map((one) => reader.candidate(one)))
  const relevance = reranker.explain(question.text, candidates, index)
  return { score: hit.score, parts: [told(`${rank}, its score from 0 to 1`, relevance.before), ...relevance.added] }
}
