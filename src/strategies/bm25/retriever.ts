import type { Analyzer } from '../../analysis/analyzer.ts'
import type { Chunk, Hit, Question, Ranking } from '../../model.ts'
import { chunkHit } from '../chunk-hit.ts'
import { comparePlaces } from '../hit-order.ts'
import type { Retriever, ScoreExplanation } from '../strategy.ts'
import { TermCounter } from './count-terms.ts'
import { fieldsOf } from './fields.ts'
import { joinCounts } from './join-counts.ts'
import { invert, type Postings } from './postings.ts'
import { impactOf, type QueryTerm, queryTerms, scan } from './scan.ts'
import type { Bm25Settings } from './settings.ts'
import type { TermCounts } from './term-counts.ts'

/** Analysed chunks: row r of `counts` belongs to chunk r. */
export interface Bm25Index {
  readonly chunks: readonly Chunk[]
  readonly counts: TermCounts
  readonly analyzer: Analyzer
  readonly settings: Bm25Settings
}

/** Exact BM25 over chunks. Documents of the postings are numbered in the order of ties: path, first line, id. */
export class Bm25Retriever implements Retriever {
  readonly #index: Bm25Index
  readonly #chunks: readonly Chunk[]
  readonly #postings: Postings
  readonly #accumulator: Float32Array<ArrayBuffer>

  constructor(index: Bm25Index) {
    const { chunks, counts, analyzer, settings } = index
    const rows = inOrderOfPlace(chunks)
    this.#index = index
    this.#chunks = Array.from(rows, (row) => chunks[row]!)
    this.#postings = invert(counts, rows, analyzer.termCount, settings)
    this.#accumulator = new Float32Array(chunks.length)
  }

  async retrieve(question: Question, k: number, signal: AbortSignal): Promise<Ranking> {
    signal.throwIfAborted()
    return this.#rank(question, k)
  }

  async retrieveAll(questions: readonly Question[], k: number, signal: AbortSignal): Promise<Ranking[]> {
    return questions.map((question) => {
      signal.throwIfAborted()
      return this.#rank(question, k)
    })
  }

  /** What each term of the question adds to the hit's score; terms that the chunk does not contain are left out. */
  async explain(question: Question, hit: Hit, signal: AbortSignal): Promise<ScoreExplanation> {
    signal.throwIfAborted()
    const document = this.#chunks.findIndex(({ id }) => id === hit.id)
    const parts = this.#terms(question)
      .map(({ term, count }) => ({
        label: this.#index.analyzer.term(term),
        value: count * impactOf(this.#postings, term, document),
      }))
      .filter(({ value }) => value > 0)
    return { score: parts.reduce((sum, { value }) => Math.fround(sum + value), 0), parts }
  }

  /** Replaces the documents that `changed` has chunks of, and drops the documents named in `removed`. */
  async update(changed: readonly Chunk[], removed: readonly string[]): Promise<Retriever> {
    const { chunks, counts, analyzer, settings } = this.#index
    const gone = new Set([...removed, ...changed.map(({ document }) => document)])
    const kept = [...chunks.keys()].filter((row) => !gone.has(chunks[row]!.document))
    const counter = new TermCounter(analyzer)
    for (const chunk of changed) counter.add(fieldsOf(chunk, settings))
    return new Bm25Retriever({
      chunks: [...kept.map((row) => chunks[row]!), ...changed],
      counts: joinCounts(counts, kept, counter.finish()),
      analyzer,
      settings,
    })
  }

  #terms(question: Question): QueryTerm[] {
    return queryTerms(this.#index.analyzer.analyze(question.text), this.#postings)
  }

  #rank(question: Question, k: number): Ranking {
    const { documents, scores } = scan(this.#postings, this.#terms(question), k, this.#accumulator)
    return { hits: Array.from(documents, (document, rank) => chunkHit(this.#chunks[document]!, scores[rank]!)) }
  }
}

/** Rows of the chunks in the order of ties; they mostly come so. */
function inOrderOfPlace(chunks: readonly Chunk[]): Int32Array {
  const rows = Int32Array.from(chunks.keys())
  const isInOrder = chunks.every((chunk, row) => row === 0 || comparePlaces(chunks[row - 1]!, chunk) <= 0)
  return isInOrder ? rows : rows.sort((a, b) => comparePlaces(chunks[a]!, chunks[b]!))
}
