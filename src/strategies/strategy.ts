import type { ZodType } from 'zod'
import type { ChunkingConfig } from '../knowledge/chunking.ts'
import type { Chunk, Hit, Question, Ranking } from '../model.ts'
import type { Memory } from '../store/memory.ts'

/** Why a hit was returned, for people: the parts of its score. */
export interface ScoreExplanation {
  readonly score: number
  readonly parts: readonly { readonly label: string; readonly value: number }[]
}

/**
 * One way to retrieve, built and ready. `retrieve(q, k)` is always a prefix of `retrieve(q, k + 1)`, and hits come in the
 * deterministic order of `hit-order.ts`.
 */
export interface Retriever {
  retrieve(question: Question, k: number, signal: AbortSignal): Promise<Ranking>
  /** The same for many questions at once, where that is faster; results in the questions' order. */
  retrieveAll?(questions: readonly Question[], k: number, signal: AbortSignal): Promise<Ranking[]>
  explain?(question: Question, hit: Hit, signal: AbortSignal): Promise<ScoreExplanation>
  /** The same index with some documents different. */
  update?(changed: readonly Chunk[], removed: readonly string[]): Promise<Retriever>
  close?(): Promise<void>
}

/** What a strategy may use while it builds. */
export interface BuildContext {
  /** The strategy's own name in the config, for messages. */
  readonly name: string
  /** The knowledge base cut by the strategy's own chunking, or the config's. */
  chunks(chunking?: ChunkingConfig): Promise<readonly Chunk[]>
  /** Another strategy of the config, built. */
  part(name: string): Promise<Retriever>
  /** All that another strategy can return, where that is known: parts of one chunking have the same list. */
  partChunks(name: string): Promise<readonly Chunk[] | null>
  /** What earlier runs worked out of the documents that `chunks()` are of; absent where nothing is to be remembered. */
  readonly memory?: Memory | undefined
  readonly baseDirectory: string
  readonly signal: AbortSignal
  progress(done: number, total: number): void
}

/** A kind of strategy: its settings, what it is made of, and how it is built. Registered in `strategies/registry.ts`. */
export interface StrategyType<C> {
  /** One sentence for the config reference. */
  readonly summary: string
  readonly schema: ZodType<C>
  /** Names of the strategies it uses (`of:`). */
  parts(config: C): readonly string[]
  /** It asks something outside this process, so its queries are sent one by one at a stated concurrency. */
  readonly external: boolean
  build(config: C, context: BuildContext): Promise<Retriever>
}
