import type { Chunk, Hit, Question, Ranking } from '../../model.ts'
import type { EmbeddedTexts } from '../../models/embedder.ts'
import { chunkHit } from '../chunk-hit.ts'
import type { Retriever, ScoreExplanation } from '../strategy.ts'
import { VectorIndex } from './vector-index.ts'

/** Exact nearest neighbours among the vectors of chunks. */
export class DenseRetriever implements Retriever {
  readonly #chunks: readonly Chunk[]
  readonly #index: VectorIndex
  readonly #embed: EmbeddedTexts['embed']

  /** Row r of the vectors belongs to chunk r; chunks are in the order of ties. */
  constructor(chunks: readonly Chunk[], { vectors, embed }: EmbeddedTexts) {
    this.#chunks = chunks
    this.#index = new VectorIndex(vectors)
    this.#embed = embed
  }

  async retrieve(question: Question, k: number, signal: AbortSignal): Promise<Ranking> {
    const [ranking] = await this.retrieveAll([question], k, signal)
    return ranking!
  }

  async retrieveAll(questions: readonly Question[], k: number, signal: AbortSignal): Promise<Ranking[]> {
    signal.throwIfAborted()
    const queries = await this.#embed(
      questions.map(({ text }) => text),
      signal,
    )
    return this.#index.search(queries, k).map(({ rows, scores }) => ({
      hits: Array.from(rows, (row, rank) => chunkHit(this.#chunks[row]!, scores[rank]!)),
    }))
  }

  async explain(_question: Question, hit: Hit, signal: AbortSignal): Promise<ScoreExplanation> {
    signal.throwIfAborted()
    return { score: hit.score, parts: [{ label: 'cosine of the angle between question and chunk', value: hit.score }] }
  }
}
