import type { PairedEvidence } from '../statistics/paired-evidence.ts'
import type { Rule } from './rule.ts'

export type Status = 'pass' | 'fail' | 'invalid'

/** What a comparison rests on, for one rule and strategy. */
export interface Evidence extends Omit<PairedEvidence, 'sd'> {
  /** Holm-adjusted over the fail-level `maxDrop` rules x strategies of this run. */
  readonly adjustedP: number | null
  /** The most that one query is worth: 1/n where scores go from 0 to 1. */
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

export interface PinnedFailure {
  readonly query: string
  readonly strategy?: string
  readonly why: string
  /** The query is not pinned; the base branch protects all of its questions. */
  readonly protected?: true
}

/** The one object that comment, summary, JUnit, HTML and exit code print. */
export interface Verdict {
  readonly status: Status
  /** One line that says what was decided and the number that decided it. */
  readonly headline: string
  readonly reasons: readonly string[]
  /** The result the headline is about; null where no rule decided. */
  readonly deciding: RuleResult | null
  /** Every rule on every strategy, except those on latency. */
  readonly results: readonly RuleResult[]
  /** The rules on latency, apart because they vary between identical runs. */
  readonly latency: readonly RuleResult[]
  /** Pinned queries that fail, err or were removed, with the reason. */
  readonly pinned: readonly PinnedFailure[]
  /** Ids of the queries that broke on a gated strategy, worst first. */
  readonly broke: readonly string[]
  /** What a reader should know that did not decide anything. */
  readonly notes: readonly string[]
  /** How this change loosens the gate itself; absent where it does not. */
  readonly loosened?: readonly string[]
  /** Losses that were accepted, and acceptances that have expired; absent without any. */
  readonly accepted?: readonly string[]
}
