import type { Chunk, Hit, Question, Ranking } from '../../model.ts'
import { chunkHit } from '../chunk-hit.ts'
import { comparePlaces } from '../hit-order.ts'
import type { IndexSize, Retriever, ScoreExplanation } from '../strategy.ts'
import { TermCounter } from './count-terms.ts'
import { CountedChunks } from './counted-chunks.ts'
import { countedBy, wholeRow } from './counts-row.ts'
import { fieldsOf } from './fields.ts'
import { joinCounts } from './join-counts.ts'
import { expandedQuery, type FeedbackChunk } from './relevance-model.ts'
import { impactOf, type QueryTerm, queryTerms, scan } from './scan.ts'
import type { Bm25Settings } from './settings.ts'
import { TermPostings } from './term-postings.ts'

/** Analysed chunks. */
export interface Bm25Index {
  readonly chunks: readonly Chunk[]
  /** Of the same chunks in the same order. */
  readonly counted: CountedChunks
  readonly settings: Bm25Settings
}

/** Terms that occur in a larger share of the chunks are not taken from hits into a question; as Anserini. */
const MOST_FREQUENT = 0.1

/** Exact BM25 over chunks. Documents of the postings are numbered in the order of ties: path, first line, id. */
export class Bm25Retriever implements Retriever {
  readonly #index: Bm25Index
  readonly #chunks: readonly Chunk[]
  /** Document d of the postings is chunk `#rows[d]` of the index. */
  readonly #rows: Int32Array
  readonly #postings: TermPostings
  readonly #accumulator: Float32Array<ArrayBuffer>

  constructor(index: Bm25Index) {
    const { chunks, counted, settings } = index
    const rows = inOrderOfPlace(chunks)
    this.#index = index
    this.#rows = rows
    this.#chunks = Array.from(rows, (row) => chunks[row]!)
    this.#postings = new TermPostings(counted, rows, settings)
    this.#accumulator = new Float32Array(chunks.length)
  }

  async retrieve(question: Question, k: number, signal: AbortSignal): Promise<Ranking> {
    signal.throwIfAborted()
    return this.#rank(this.#questionTerms(question), k)
  }

  async retrieveAll(questions: readonly Question[], k: number, signal: AbortSignal): Promise<Ranking[]> {
    const terms = questions.map((question) => this.#questionTerms(question))
    if (this.#index.settings.expand === 'none') this.#postings.prepare(terms.flat())
    return terms.map((one) => {
      signal.throwIfAborted()
      return this.#rank(one, k)
    })
  }

  /** What each term of the question adds to the hit's score; terms that the chunk does not contain are left out. */
  async explain(question: Question, hit: Hit, signal: AbortSignal): Promise<ScoreExplanation> {
    signal.throwIfAborted()
    const document = this.#chunks.findIndex(({ id }) => id === hit.id)
    const terms = this.#expanded(this.#questionTerms(question))
    this.#postings.prepare(terms)
    const parts = terms
      .map((term) => ({
        label: this.#index.counted.analyzer.term(term.term),
        value: this.#valueOf(term, document),
      }))
      .filter(({ value }) => value > 0)
    return { score: parts.reduce((sum, { value }) => Math.fround(sum + value), 0), parts }
  }

  /** Of the whole index: four bytes for each term, and eight for each posting. */
  size(): IndexSize {
    const { termCount, postingCount } = this.#index.counted
    return { bytes: 4 * (termCount + 1) + 8 * postingCount, counts: { postings: postingCount } }
  }

  /** Replaces the documents that `changed` has chunks of, and drops the documents named in `removed`. */
  async update(changed: readonly Chunk[], removed: readonly string[]): Promise<Retriever> {
    const { chunks, counted, settings } = this.#index
    const { analyzer } = counted
    const gone = new Set([...removed, ...changed.map(({ document }) => document)])
    const kept = [...chunks.keys()].filter((row) => !gone.has(chunks[row]!.document))
    const counter = new TermCounter(analyzer)
    for (const chunk of changed) counter.add(fieldsOf(chunk, settings))
    const joined = joinCounts(counted.whole(), kept, counter.finish())
    return new Bm25Retriever({
      chunks: [...kept.map((row) => chunks[row]!), ...changed],
      counted: new CountedChunks([wholeRow(countedBy(analyzer, joined))], analyzer),
      settings,
    })
  }

  #valueOf(term: QueryTerm, document: number): number {
    const {
      postings,
      terms: [numbered],
    } = this.#postings.of([term])
    return numbered === undefined ? 0 : term.count * impactOf(postings, numbered.term, document)
  }

  #questionTerms(question: Question): QueryTerm[] {
    return queryTerms(this.#index.counted.analyzer.analyze(question.text))
  }

  #expanded(terms: readonly QueryTerm[]): readonly QueryTerm[] {
    const { counted, settings } = this.#index
    if (settings.expand === 'none') return terms
    const { starts } = this.#postings.all()
    const known = terms.filter(({ term }) => starts[term]! < starts[term + 1]!)
    return expandedQuery(known, this.#feedback(known), settings.feedback, (id) => counted.analyzer.term(id))
  }

  /** The first hits, without the terms that are too common to say what they are about. */
  #feedback(terms: readonly QueryTerm[]): FeedbackChunk[] {
    const { counted, settings } = this.#index
    const counts = counted.whole()
    const postings = this.#postings.all()
    const { starts } = postings
    const most = MOST_FREQUENT * this.#chunks.length
    const { documents, scores } = scan(postings, terms, settings.feedback.chunks, this.#accumulator)
    return Array.from(documents, (document, rank) => {
      const row = this.#rows[document]!
      const found = new Map<number, number>()
      for (let i = counts.starts[row]!; i < counts.starts[row + 1]!; i++) {
        const term = counts.terms[i]!
        if (starts[term + 1]! - starts[term]! <= most) found.set(term, counts.counts[i]!)
      }
      return { score: scores[rank]!, counts: found }
    })
  }

  #rank(terms: readonly QueryTerm[], k: number): Ranking {
    const { postings, terms: numbered } = this.#postings.of(this.#expanded(terms))
    const { documents, scores } = scan(postings, numbered, k, this.#accumulator)
    return { hits: Array.from(documents, (document, rank) => chunkHit(this.#chunks[document]!, scores[rank]!)) }
  }
}

/** Rows of the chunks in the order of ties; they mostly come so. */
function inOrderOfPlace(chunks: readonly Chunk[]): Int32Array {
  const rows = Int32Array.from(chunks.keys())
  const isInOrder = chunks.every((chunk, row) => row === 0 || comparePlaces(chunks[row - 1]!, chunk) <= 0)
  return isInOrder ? rows : rows.sort((a, b) => comparePlaces(chunks[a]!, chunks[b]!))
}
