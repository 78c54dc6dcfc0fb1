import type { Estimate } from '../model.ts'
import type { PairedEvidence } from '../statistics/paired-evidence.ts'
import type { Reason } from './cannot-win.ts'
import type { TestUse } from './test-uses.ts'

/** What a setting gains on the current one. */
export interface Gain extends Pick<PairedEvidence, 'n' | 'wins' | 'ties' | 'losses' | 'difference' | 'interval' | 'p'> {
  /** p, adjusted by Holm for all comparisons with the current setting; null where the setting was stopped. */
  readonly adjustedP: number | null
}

/** One setting: a row of the table. */
export interface SweepRow {
  /** Swept key -> value. */
  readonly values: Readonly<Record<string, unknown>>
  readonly current: boolean
  readonly winner: boolean
  /** Questions asked, and those of them that erred. */
  readonly asked: number
  readonly errors: number
  readonly firstError: string | null
  readonly score: Estimate
  /** What it gains on the current setting; null for that one itself. */
  readonly gain: Gain | null
  /** The same under the metric with a token budget; null where it is not used. */
  readonly budget: { readonly score: Estimate; readonly gain: Gain | null } | null
  /** After how many questions it was known that it cannot win, why, and whether it was stopped then. */
  readonly cannotWin: { readonly after: number; readonly reason: Reason; readonly stopped: boolean } | null
  /** Why it is not chosen whatever it scores: too many errors, or it finds less within the token budget. */
  readonly barred: 'errors' | 'budget' | null
}

/** How much of a gain on `dev` is left on `test`. */
export interface Confirmation {
  readonly questions: number
  readonly current: Estimate
  readonly winner: Estimate
  readonly gain: Gain
  readonly budgetGain: Gain | null
  /** Gain on test / gain on dev. */
  readonly survived: number
  readonly outcome: 'confirmed' | 'uncertain' | 'gone' | 'too few questions'
}

export interface SweepResult {
  readonly schemaVersion: 1
  readonly name: string
  readonly strategy: string
  readonly metric: string
  /** The metric beside it where the size of chunks varies: `recall@tokens:2000`. */
  readonly budgetMetric: string | null
  readonly keys: readonly string[]
  /** Whether settings that cannot win were stopped. */
  readonly earlyStop: boolean
  /** Questions of `dev` that have a score under the metric. */
  readonly devQuestions: number
  /** How the questions were split: by themselves, or by a hash of their ids. */
  readonly split: 'named' | 'hashed'
  /** Best first. */
  readonly rows: readonly SweepRow[]
  /** Null where it was not looked at: `noTest` says why. */
  readonly test: Confirmation | null
  readonly noTest: string | null
  /** Every look at `test`, this one last, from the reports before; and how many were at the questions of today. */
  readonly testUses: readonly TestUse[]
  readonly testLooks: number
  /** What became of `--write`; null where it was not asked for. */
  readonly written: { readonly done: boolean; readonly why: string } | null
  readonly warnings: readonly string[]
}
