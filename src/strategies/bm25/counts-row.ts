import type { TermCounts } from './term-counts.ts'

/** Counted chunks of one analyser: term t of `counts` is `terms[t]`. */
export interface CountedTerms {
  readonly counts: TermCounts
  readonly terms: readonly string[]
}

/** The chunks of one document among them. */
export interface CountsRow {
  readonly pack: CountedTerms
  /** Rows `from` to `to` of its counts. */
  readonly from: number
  readonly to: number
}
