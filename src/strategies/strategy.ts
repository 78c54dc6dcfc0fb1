import type { ZodType } from 'zod'
import type { ChunkingConfig } from '../knowledge/chunking.ts'
import type { Chunk, Document, Hit, Question, Ranking } from '../model.ts'
import type { Services } from '../models/services.ts'
import type { Memory } from '../store/memory.ts'
import type { IndexPlace } from './loading/index-place.ts'
import type { LoadReport } from './loading/load-report.ts'

/** Why a hit was returned, for people: the parts of its score. */
export interface ScoreExplanation {
  readonly score: number
  readonly parts: readonly { readonly label: string; readonly value: number }[]
}

/** What an index takes: the same for the same documents, on every machine. */
export interface IndexSize {
  /** Of the arrays that are searched; words and texts beside them are not counted. */
  readonly bytes: number
  /** What it consists of: `postings`, `vectors`, `ties`. */
  readonly counts: Readonly<Record<string, number>>
}

/** How something outside this process is asked. */
export interface Pace {
  /** Questions under way at once. */
  readonly concurrency: number
  /** Questions asked before latency is measured, which do not count for it. */
  readonly warmUp: number
}

/**
 * One way to retrieve, built and ready. `retrieve(q, k)` is always a prefix of `retrieve(q, k + 1)`, and hits come in the
 * deterministic order of `hit-order.ts`.
 */
export interface Retriever {
  /** How it wants to be asked, where it asks something outside this process. */
  readonly pace?: Pace
  retrieve(question: Question, k: number, signal: AbortSignal): Promise<Ranking>
  /** The same for many questions at once, where that is faster; results in the questions' order. */
  retrieveAll?(questions: readonly Question[], k: number, signal: AbortSignal): Promise<Ranking[]>
  explain?(question: Question, hit: Hit, signal: AbortSignal): Promise<ScoreExplanation>
  /** Of its own index. Without it, a strategy that is made of others has none, and that of any other is unknown. */
  size?(): IndexSize
  /** The same index with some documents different. */
  update?(changed: readonly Chunk[], removed: readonly string[]): Promise<Retriever>
  close?(): Promise<void>
}

/** The models that a strategy uses, by role. */
export interface ModelNames {
  readonly embedder?: string | undefined
  readonly reranker?: string | undefined
  readonly chat?: string | undefined
}

/** What a strategy may use while it builds: the knowledge base, other strategies, models and what lies outside. */
export interface BuildContext extends Services {
  /** The strategy's own name in the config, for messages. */
  readonly name: string
  /** The knowledge base cut by the strategy's own chunking, or the config's. */
  chunks(chunking?: ChunkingConfig): Promise<readonly Chunk[]>
  /** The documents of the knowledge base, whole. */
  documents(): Promise<readonly Document[]>
  /** Another strategy of the config, built. */
  part(name: string): Promise<Retriever>
  /** Another strategy of the config, built over other chunks than the knowledge base's: texts made of them. Who asks closes it. */
  partOver(name: string, chunks: readonly Chunk[]): Promise<Retriever>
  /** All that another strategy can return, where that is known: parts of one chunking have the same list. */
  partChunks(name: string): Promise<readonly Chunk[] | null>
  /** What earlier runs worked out of the documents that `chunks()` are of; absent where nothing is to be remembered. */
  readonly memory?: Memory | undefined
  readonly baseDirectory: string
  /** Where the user's packages are installed, and what is loaded stays; `baseDirectory` unless given. */
  readonly workspace?: string | undefined
  readonly signal: AbortSignal
  progress(done: number, total: number): void
  /** Told when the knowledge base is in an engine. */
  loaded?(report: LoadReport): void
}

/** What is at hand where only the place is looked at that a strategy loads into: no knowledge base, and no model. */
export type PlaceContext = Pick<BuildContext, 'name' | 'fetch' | 'secret' | 'mask' | 'baseDirectory' | 'workspace'>

/** A kind of strategy: its settings, what it is made of, and how it is built. Registered in `strategies/registry.ts`. */
export interface StrategyType<C> {
  /** One sentence for the config reference. */
  readonly summary: string
  readonly schema: ZodType<C>
  /** Names of the strategies it uses (`of:`). */
  parts(config: C): readonly string[]
  /** Names of the models it uses; each stands under the key of its role in the settings. */
  models?(config: C): ModelNames
  /** It asks something outside this process, so its queries are sent one by one at a stated concurrency. */
  readonly external: boolean
  /** It loads the knowledge base that it is built for into what it asks, which knows nothing else then. */
  loads?(config: C): boolean
  /** The place that it loads into; only where `loads` is true. */
  place?(config: C, context: PlaceContext): Promise<IndexPlace>
  build(config: C, context: BuildContext): Promise<Retriever>
}
