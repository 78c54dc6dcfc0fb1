import type { Judgment } from '../model.ts'

/** One place in a ranking, for people. */
export interface PlacedHit {
  readonly id: string
  readonly path?: string
  readonly startLine?: number
  readonly endLine?: number
  /** 1-based position after collapsing. */
  readonly rank: number
  /** The other side does not have this document at all: it is new at head (or gone from it). */
  readonly absentOnOtherSide: boolean
  /** The other side has this document with other content. */
  readonly changed?: true
  /** The name at base of a document that has another one at head and the same content. */
  readonly movedFrom?: string
}

/** Where one expected answer ranked; `null` is "not among the kept positions". */
export interface ExpectedAnswer {
  readonly judgment: Judgment
  readonly baseRank: number | null
  readonly nowRank: number | null
  /** The target's document was in the knowledge base and is not any more. */
  readonly deleted: boolean
  /** Where a deleted document's content is now, under another name. */
  readonly movedTo?: string
  /** The target's document is on both sides, with other content at head. */
  readonly changed?: true
}

export type ChangeKind = 'broke' | 'worse' | 'same' | 'improved' | 'fixed'

/** One query of a pair, on the headline metric. broke: passed at base, fails at head; fixed: the other way round. */
export interface QueryChange {
  readonly id: string
  readonly text: string
  readonly kind: ChangeKind
  readonly pinned: boolean
  readonly base: number
  readonly now: number
  /** now - base, rounded to 1e-12. */
  readonly difference: number
  readonly expected: readonly ExpectedAnswer[]
  /** What was in the base's top k and is not any more, in base order. */
  readonly fellOut: readonly PlacedHit[]
  /** What is in head's top k and was not before, in head order. */
  readonly cameIn: readonly PlacedHit[]
}

/** Scores of the pairs under one metric, in query-id order; queries with a null on either side are left out. */
export interface PairedScores {
  readonly metric: string
  readonly ids: readonly string[]
  readonly base: readonly number[]
  readonly now: readonly number[]
  /** Why there is nothing to compare although both sides ran ("deeper than the baseline's depth of 50"). */
  readonly unavailable?: string
}

export interface StrategyComparison {
  readonly strategy: string
  /** Its name at base, where it was renamed. */
  readonly renamedFrom?: string
  readonly metrics: Readonly<Record<string, PairedScores>>
  /** Metrics of all queries at once (abstention), over the pairs. */
  readonly sets: Readonly<Record<string, { readonly base: number | null; readonly now: number | null }>>
  /** The same as `metrics` under the baseline's own judgments; present only where judgments changed. */
  readonly oldJudgments?: Readonly<Record<string, PairedScores>>
  /** The same with queries that erred counted as zero; present only where some erred and were allowed. */
  readonly erredAsZero?: Readonly<Record<string, PairedScores>>
  /** Per pair, worst difference first, then by id. */
  readonly changes: readonly QueryChange[]
  /** The metric `changes` is about. */
  readonly headline: string
  /** Queries that erred on either side and leave both. */
  readonly erred: readonly string[]
  /** Hits and chunk hashes are identical on both sides for every pair. */
  readonly identical: boolean
}

/** A judgment that could not be put to the base side. */
export interface UncarriedTarget {
  readonly query: string
  readonly judgment: string
  /** new: the target did not exist at base; unmapped: it did, but cannot be found in the base's coordinates. */
  readonly reason: 'new' | 'unmapped'
}

export interface Comparison {
  readonly base: { readonly label: string; readonly commit: string | null; readonly source: string }
  readonly queries: {
    readonly shared: readonly string[]
    readonly added: readonly string[]
    readonly removed: readonly string[]
    readonly reworded: readonly string[]
    readonly rejudged: readonly string[]
    /** Pinned at base, absent at head. */
    readonly pinnedRemoved: readonly string[]
    /** Pinned at base and asked in the same words now -> the base's answers in head's coordinates; absent without any. */
    readonly pinnedAnswers?: Readonly<Record<string, readonly Judgment[]>>
    readonly baseTotal: number
    /** Their questions at base, for the ones that are not at head. */
    readonly texts: Readonly<Record<string, string>>
  }
  readonly uncarried: readonly UncarriedTarget[]
  /** Judgments that the carrying was tried for. */
  readonly carriedTotal: number
  readonly strategies: readonly StrategyComparison[]
  /** Strategies of the baseline that head has not (and that nothing is renamed from). */
  readonly missingStrategies: readonly string[]
  readonly newStrategies: readonly string[]
}
