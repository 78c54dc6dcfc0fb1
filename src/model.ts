/** The nouns of retrieval evaluation, as every stage of the pipeline uses them. */

/** What a strategy and a metric may see of a query: never the judgments. */
export interface Question {
  readonly id: string
  readonly text: string
}

/** What a judgment points at. Paths are relative to the knowledge base's root, with `/`; lines are 1-based, inclusive. */
export type Target =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'glob'; readonly pattern: string }
  | { readonly kind: 'lines'; readonly path: string; readonly startLine: number; readonly endLine: number }

/** One answer to a query. `id` is unique within the query and prints as a person would write it (`src/a.ts:10-25`). */
export interface Judgment {
  readonly id: string
  readonly target: Target
  /** Higher is better; 0 means judged and not relevant. */
  readonly grade: number
}

export interface Query extends Question {
  readonly judgments: readonly Judgment[]
  readonly category?: string
  readonly difficulty?: string
  readonly language?: string
  readonly tags: readonly string[]
  readonly split?: 'dev' | 'test'
  /** Must not fail, err or be removed. */
  readonly pinned: boolean
  /** Paraphrases of one question share a cluster; they are resampled together. */
  readonly cluster?: string
  /** 1-based line in the eval-set file, for messages and annotations. */
  readonly line?: number
}

export interface EvalSet {
  /** Relative to the working directory. */
  readonly path: string
  readonly format: string
  readonly queries: readonly Query[]
  readonly fingerprint: string
}

/** A file of the knowledge base (`id` is then its path), or a record with an id. */
export interface Document {
  readonly id: string
  readonly path?: string
  readonly title?: string
  readonly text: string
  /** SHA-256 of the text, hex. */
  readonly hash: string
  /** Size of the file; absent for a record. */
  readonly bytes?: number
}

/**
 * A piece of a document. Lines are 1-based and inclusive. A copy made with `...` needs a `text` of its own: that of a chunk
 * from the cache is looked up when it is read.
 */
export interface Chunk {
  readonly id: string
  readonly document: string
  readonly path?: string
  readonly startLine: number
  readonly endLine: number
  readonly text: string
  /** The headings above the chunk, outermost first; for a record, its title. */
  readonly headings: readonly string[]
  readonly hash: string
  readonly tokens: number
}

/** One result. A hit without lines stands for its whole document. */
export interface Hit {
  readonly id: string
  readonly score: number
  readonly path?: string
  readonly startLine?: number
  readonly endLine?: number
  readonly text?: string
  /** The document's id where it has no path; without both, `id` is the document. */
  readonly document?: string
  /** SHA-256 of the hit's text, where known. */
  readonly hash?: string
  readonly tokens?: number
  /** It came from an engine that knows more than this knowledge base: it is nowhere in it, and matches no judgment. */
  readonly outside?: boolean
}

/** The ordered hits of one query: score descending, then path, startLine, id in code-unit order. */
export interface Ranking {
  readonly hits: readonly Hit[]
  /** Raw top score of a fusion's or reranker's first part; what `minScore` and abstention metrics look at instead. */
  readonly confidence?: number
  /** More chunks were needed to reach the asked number of distinct documents than retrieval allows. */
  readonly cutShort?: boolean
  /** Milliseconds that an engine says it took, where it says so. */
  readonly engineTime?: number
}

/** One strategy over all queries. A query is in exactly one of the two maps. */
export interface Run {
  readonly rankings: ReadonlyMap<string, Ranking>
  readonly errors: ReadonlyMap<string, string>
}

/** A number with its uncertainty. `null` prints as "n/a": nothing to average, or too little for an interval. */
export interface Estimate {
  readonly point: number | null
  readonly lower: number | null
  readonly upper: number | null
  readonly level: number
  readonly method: string
  /** How many queries have a value. */
  readonly n: number
}

/** A further hit on a target that an earlier hit already consumed: judged, gains nothing, keeps its rank. */
export const REPEATED = -1
/** A hit that matches no judgment. */
export const UNJUDGED = -2

/**
 * One query's ranking after judging. A position is usually a hit; a hit that wholly contains several line judgments
 * stands for as many positions, best grade first, so that no metric can exceed its range.
 */
export interface JudgedRanking {
  /** Per position: the grade of the judgment consumed there (>= 0), `REPEATED` or `UNJUDGED`. */
  readonly labels: readonly number[]
  /** Per position: tokens of the hit; 0 for the further positions of one hit. */
  readonly tokens: readonly number[]
  /** The grades of all the query's judgments, best first. */
  readonly grades: readonly number[]
  /** A grade from which a judgment counts as relevant for the binary metrics; 1 in gate runs. */
  readonly level: number
  /** Top score before any cut; `null` for an empty ranking. */
  readonly confidence: number | null
}
