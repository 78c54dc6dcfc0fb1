/** `retrieval-gate.yml`, read, checked, with every default filled in. Frozen. Paths are relative to the config's folder. */
export interface Config {
  /** Names the artifact and the comment. */
  readonly name: string
  /** The strategy that ships: the headline, and what rules gate by default. */
  readonly primary?: string
  readonly documents: FileDocuments | { readonly beir: string }
  readonly chunking: Chunking
  readonly queries: Queries
  readonly match: 'contains' | 'iou' | 'coverage'
  readonly strategies: Readonly<Record<string, StrategyConfig>>
  readonly embedders: Readonly<Record<string, ModelConfig>>
  readonly rerankers: Readonly<Record<string, ModelConfig>>
  readonly chats: Readonly<Record<string, ModelConfig>>
  /** The folder that models' answers are kept in. */
  readonly modelStore: string
  readonly maxCalls?: number
  readonly maxCost?: number
  /** Canonical ids, without repetition; the metrics that only a rule names come last. */
  readonly metrics: readonly string[]
  readonly gate: readonly RuleConfig[]
  readonly minPairs: number
  readonly maxErrors: number
  /** The base branch's rules and questions decide. */
  readonly protect: boolean
  /** `auto`, `artifact`, `recompute`, `none` or the path of a report. */
  readonly baseline: string
  /** Patterns of further files that retrieval depends on. */
  readonly watch?: readonly string[]
  readonly output: string
  readonly seed: string
  readonly split?: 'dev' | 'test'
}

export interface FileDocuments {
  readonly include: readonly string[]
  readonly exclude: readonly string[]
  readonly maxBytes: number
  /** Where the files are, if not here. */
  readonly from?: OtherRepository
}

export interface OtherRepository {
  /** `owner/name` */
  readonly repository: string
  /** A branch, a tag or a commit; the main branch unless given. */
  readonly ref?: string
  /** The folder that paths are relative to; all of it unless given. */
  readonly folder?: string
}

/** Where the eval set is: the path of native JSONL, or the two files of a BEIR collection. */
export type Queries = string | { readonly beir: string; readonly qrels: string }

/** Sizes in tokens. */
export interface Chunking {
  readonly by: string
  readonly maxTokens: number
  readonly overlap: number
}

/** An entry of `embedders:`, `rerankers:` or `chats:`. */
export interface ModelConfig {
  readonly type: string
  readonly calls: ModelCalls
  /** What the type's own schema made of the remaining keys. */
  readonly settings: unknown
}

/** How a model outside this process is called: changes no result. */
export interface ModelCalls {
  /** For a million tokens. */
  readonly price?: { readonly input: number; readonly output: number }
  readonly concurrency?: number
  readonly batch?: number
}

export interface StrategyConfig {
  readonly type: string
  /** Whole, the config's own chunking filled in where the strategy leaves something out. */
  readonly chunking?: Chunking
  /** Neighbouring hits of one document are handed out as one. */
  readonly merge?: 'adjacent'
  readonly minScore?: number
  readonly renamedFrom?: string
  /** What the type's own schema made of the remaining keys. */
  readonly settings: unknown
}

/** One line of `gate:` with its defaults; the shape of the gate's `Rule`. */
export interface RuleConfig {
  readonly metric: string
  readonly maxDrop?: { readonly absolute: number } | { readonly share: number }
  readonly min?: number
  readonly max?: number
  readonly maxRatio?: number
  readonly strategies: string[]
  readonly where?: {
    readonly category?: string
    readonly difficulty?: string
    readonly language?: string
    readonly tag?: string
  }
  readonly worst?: 'category' | 'difficulty' | 'language'
  readonly level: 'fail' | 'warn'
  readonly confidence: 'observed' | 'require' | 'prove-safe'
  readonly minPairs: number
}
