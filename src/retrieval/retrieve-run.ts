import pLimit from 'p-limit'
import { documentOf } from '../document-of.ts'
import type { Question, Ranking, Run } from '../model.ts'
import { retrieveEach } from '../strategies/retrieve-each.ts'
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
  /** Documents have several chunks: that few documents fill `depth` is no news, and more is asked for at once. */
  readonly wide?: boolean
  /** Asks one by one even where the retriever takes batches: one question that fails would spoil a batch. */
  readonly oneByOne?: boolean
  readonly signal: AbortSignal
  progress(done: number, total: number): void
  /** Told what questions took; those of a batch take equal parts of it. */
  readonly timer?: Timer
}

export interface Timer {
  now(): number
  spent(question: Question, milliseconds: number): void
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
  for (let k = firstAsked(requests, options); pending.length > 0; k = Math.min(WIDENING * k, WIDEST * options.depth)) {
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

/** As many hits as are likely to be enough: with too few, all is asked for anew. */
function firstAsked(requests: readonly RetrievalRequest[], { depth, wide = false }: RetrievalOptions): number {
  return wide && requests.some(({ distinctDocuments }) => distinctDocuments) ? WIDENING * depth : depth
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
  if (retriever.retrieveAll === undefined || options.oneByOne) return attemptEach(retriever, requests, k, options)
  const attempts: Attempt[] = []
  for (let start = 0; start < requests.length; start += BATCH) {
    const questions = requests.slice(start, start + BATCH).map((request) => request.question)
    attempts.push(...(await attemptBatch(retriever, questions, k, options)))
    options.progress(attempts.length, requests.length)
  }
  return attempts
}

/** One by one, the next as soon as one is answered. */
async function attemptEach(
  retriever: Retriever,
  requests: readonly RetrievalRequest[],
  k: number,
  { signal, timer, concurrency, progress }: RetrievalOptions,
): Promise<Attempt[]> {
  const limit = pLimit(concurrency)
  let done = 0
  return limit.map(requests, async ({ question }) => {
    signal.throwIfAborted()
    const attempted = await timed(timer, [question], () => attempt(retriever, question, k, signal))
    progress(++done, requests.length)
    return attempted
  })
}

async function attemptBatch(
  retriever: Retriever,
  questions: readonly Question[],
  k: number,
  { signal, timer }: RetrievalOptions,
): Promise<Attempt[]> {
  try {
    const rankings = await timed(timer, questions, () => retrieveEach(retriever, questions, k, signal))
    if (rankings.length === questions.length) return rankings.map(ordered)
  } catch {
    // One question spoils a batch: asked one by one, only that one errs.
  }
  signal.throwIfAborted()
  return Promise.all(
    questions.map((question) => timed(timer, [question], () => attempt(retriever, question, k, signal))),
  )
}

async function timed<T>(timer: Timer | undefined, questions: readonly Question[], ask: () => Promise<T>): Promise<T> {
  if (timer === undefined) return ask()
  const start = timer.now()
  try {
    return await ask()
  } finally {
    const each = (timer.now() - start) / questions.length
    for (const question of questions) timer.spent(question, each)
  }
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
