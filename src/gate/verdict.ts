import type { Rule } from './rule.ts'

export type Status = 'pass' | 'fail' | 'invalid'

/** An interval of a difference, or the sentence that stands in its place. */
export type DifferenceInterval =
  | { readonly lower: number; readonly upper: number; readonly level: number; readonly method: string }
  | { readonly none: string }

/** What a comparison rests on, for one rule and strategy. */
export interface Evidence {
  /** Pairs, clusters of them, and pairs that changed. */
  readonly n: number
  readonly clusters: number
  readonly changed: number
  readonly wins: number
  readonly ties: number
  readonly losses: number
  /** Mean paired difference, now - base. */
  readonly difference: number
  readonly interval: DifferenceInterval
  /** Sign-flip permutation p of "no change"; null where nothing changed. */
  readonly p: number | null
  /** Holm-adjusted over the fail-level `maxDrop` rules x strategies of this run. */
  readonly adjustedP: number | null
  /** The worth of one query: 1/n. */
  readonly oneQuery: number
  /** "With these 84 questions this rule catches a drop of 0.041 four times in five." */
  readonly power: string
}

export type RuleStatus = 'pass' | 'fail' | 'warn' | 'invalid' | 'not compared'

/** One rule on one strategy. */
export interface RuleResult {
  readonly rule: Rule
  readonly strategy: string
  readonly status: RuleStatus
  /** "a drop of at most 0.020" */
  readonly expected: string
  /** "a drop of 0.043" */
  readonly actual: string
  readonly why: string
  readonly baseline: number | null
  readonly now: number | null
  /** now - baseline in the metric's own unit; null where not compared. */
  readonly change: number | null
  readonly evidence: Evidence | null
  readonly notes: readonly string[]
}

/** The one object that comment, summary, JUnit, HTML and exit code print. */
export interface Verdict {
  readonly status: Status
  /** One line that says what was decided and the number that decided it. */
  readonly headline: string
  readonly reasons: readonly string[]
  /** The result the headline is about; null where no rule decided. */
  readonly deciding: RuleResult | null
  readonly results: readonly RuleResult[]
  /** Pinned queries that fail, err or were removed, with the reason. */
  readonly pinned: readonly { readonly query: string; readonly strategy?: string; readonly why: string }[]
  /** Ids of the queries that broke on a gated strategy, worst first. */
  readonly broke: readonly string[]
  /** What a reader should know that did not decide anything. */
  readonly notes: readonly string[]
}
