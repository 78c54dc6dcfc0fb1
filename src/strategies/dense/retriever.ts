import type { Chunk, Hit, Question, Ranking } from '../../model.ts'
import type { EmbeddedTexts } from '../../models/embedder.ts'
import type { Vectors } from '../../models/vectors.ts'
import { chunkHit } from '../chunk-hit.ts'
import type { IndexSize, Retriever, ScoreExplanation } from '../strategy.ts'
import { VectorIndex } from './vector-index.ts'

/** Exact nearest neighbours among the vectors of chunks. */
export class DenseRetriever implements Retriever {
  readonly #chunks: readonly Chunk[]
  readonly #index: VectorIndex
  readonly #embedded: EmbeddedTexts
  readonly #size: IndexSize

  /** Row r of the vectors belongs to chunk r; chunks are in the order of ties. */
  constructor(chunks: readonly Chunk[], embedded: EmbeddedTexts) {
    const { vectors } = embedded
    this.#chunks = chunks
    this.#index = new VectorIndex(vectors)
    this.#embedded = embedded
    const scales = vectors.precision === 'int8' ? vectors.scales.byteLength : 0
    this.#size = { bytes: vectors.values.byteLength + scales, counts: { vectors: vectors.count } }
  }

  async retrieve(question: Question, k: number, signal: AbortSignal): Promise<Ranking> {
    const [ranking] = await this.retrieveAll([question], k, signal)
    return ranking!
  }

  async retrieveAll(questions: readonly Question[], k: number, signal: AbortSignal): Promise<Ranking[]> {
    signal.throwIfAborted()
    const queries = await this.#embedded.embed(
      questions.map(({ text }) => text),
      signal,
    )
    return this.nearest(queries, k)
  }

  /** Makes vectors that `nearest` can be asked with; what that asks of a model is put down to a strategy. */
  embedFor(strategy: string): EmbeddedTexts['embed'] {
    return this.#embedded.embedFor?.(strategy) ?? this.#embedded.embed
  }

  /** The chunks nearest to each vector. */
  nearest(queries: Vectors, k: number): Ranking[] {
    return this.#index.search(queries, k).map(({ rows, scores }) => ({
      hits: Array.from(rows, (row, rank) => chunkHit(this.#chunks[row]!, scores[rank]!)),
    }))
  }

  size(): IndexSize {
    return this.#size
  }

  async explain(_question: Question, hit: Hit, signal: AbortSignal): Promise<ScoreExplanation> {
    signal.throwIfAborted()
    return { score: hit.score, parts: [{ label: 'cosine of the angle between question and chunk', value: hit.score }] }
  }
}
