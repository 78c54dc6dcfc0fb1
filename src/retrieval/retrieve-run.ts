import { documentOf } from '../document-of.ts'
import type { Question, Ranking, Run } from '../model.ts'
import type { Retriever } from '../strategies/strategy.ts'
import { orderHits } from './order-hits.ts'

export interface RetrievalRequest {
  readonly question: Question
  /** Go on until `depth` distinct documents are found, rather than `depth` hits. */
  readonly distinctDocuments: boolean
}

export interface RetrievalOptions {
  /** Positions wanted per query. */
  readonly depth: number
  /** Questions under way at once, where the retriever takes them one by one. */
  readonly concurrency: number
  readonly signal: AbortSignal
  progress(done: number, total: number): void
}

/** Chunks asked for at most, as a multiple of `depth`. */
const WIDEST = 10
/** How much more is asked for when that was too little: each step asks everything anew. */
const WIDENING = 4
const BATCH = 64

type Attempt = Ranking | { readonly error: string }

/**
 * One strategy over all questions, in batches where it can; an error belongs to its question and is never an empty
 * ranking. Throws only when the signal is aborted.
 */
export async function retrieveRun(
  retriever: Retriever,
  requests: readonly RetrievalRequest[],
  options: RetrievalOptions,
): Promise<Run> {
  const rankings = new Map<string, Ranking>()
  const errors = new Map<string, string>()
  let pending = requests
  for (let k = options.depth; pending.length > 0; k = Math.min(WIDENING * k, WIDEST * options.depth)) {
    const attempts = await attemptAll(retriever, pending, k, options)
    const widest = k >= WIDEST * options.depth
    pending = pending.filter(({ question, distinctDocuments }, index) => {
      const attempt = attempts[index]!
      if ('error' in attempt) {
        errors.set(question.id, attempt.error)
        rankings.delete(question.id)
        return false
      }
      const wanting = distinctDocuments && attempt.hits.length >= k && distinct(attempt) < options.depth
      rankings.set(question.id, trim(attempt, options.depth, distinctDocuments, wanting && widest))
      return wanting && !widest
    })
  }
  return { rankings, errors }
}

function distinct(ranking: Ranking): number {
  return new Set(ranking.hits.map(documentOf)).size
}

/** The shortest prefix that holds `depth` positions. */
function trim(ranking: Ranking, depth: number, distinctDocuments: boolean, cutShort: boolean): Ranking {
  const documents = new Set<string>()
  const end = ranking.hits.findIndex(
    (hit, index) => (distinctDocuments ? documents.add(documentOf(hit)).size : index + 1) >= depth,
  )
  const hits = end < 0 ? ranking.hits : ranking.hits.slice(0, end + 1)
  return { ...ranking, hits, ...(cutShort ? { cutShort } : {}) }
}

async function attemptAll(
  retriever: Retriever,
  requests: readonly RetrievalRequest[],
  k: number,
  options: RetrievalOptions,
): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  const size = retriever.retrieveAll === undefined ? options.concurrency : BATCH
  for (let start = 0; start < requests.length; start += size) {
    const questions = requests.slice(start, start + size).map((request) => request.question)
    attempts.push(...(await attemptBatch(retriever, questions, k, options.signal)))
    options.progress(attempts.length, requests.length)
  }
  return attempts
}

async function attemptBatch(
  retriever: Retriever,
  questions: readonly Question[],
  k: number,
  signal: AbortSignal,
): Promise<Attempt[]> {
  try {
    const rankings = await retriever.retrieveAll?.(questions, k, signal)
    if (rankings?.length === questions.length) return rankings.map(ordered)
  } catch {
    // One question spoils a batch: asked one by one, only that one errs.
  }
  signal.throwIfAborted()
  return Promise.all(questions.map((question) => attempt(retriever, question, k, signal)))
}

async function attempt(retriever: Retriever, question: Question, k: number, signal: AbortSignal): Promise<Attempt> {
  try {
    return ordered(await retriever.retrieve(question, k, signal))
  } catch (error) {
    signal.throwIfAborted()
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

/** @throws Error when a score is not a finite number: such a ranking is an error of the strategy, not a result. */
function ordered(ranking: Ranking): Ranking {
  const { confidence } = ranking
  if (confidence !== undefined && !Number.isFinite(confidence)) {
    throw new Error(`the ranking has the confidence ${confidence}, which is not a number`)
  }
  return { ...ranking, hits: orderHits(ranking.hits) }
}
