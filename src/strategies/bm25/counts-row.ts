import type { Analyzer } from '../../analysis/analyzer.ts'
import type { TermCounts } from './term-counts.ts'

/** Counted chunks of one analyser: term t of `counts` is `terms[t]`. */
export interface CountedTerms {
  readonly counts: TermCounts
  readonly terms: readonly string[]
  /** Who gave the terms their numbers; absent where an earlier run did. */
  readonly analyzer?: Analyzer
}

/** The chunks of one document among them. */
export interface CountsRow {
  readonly pack: CountedTerms
  /** Rows `from` to `to` of its counts. */
  readonly from: number
  readonly to: number
}

/** What an analyser has counted so far, with its terms. */
export function countedBy(analyzer: Analyzer, counts: TermCounts): CountedTerms {
  return { analyzer, counts, terms: Array.from({ length: analyzer.termCount }, (_, id) => analyzer.term(id)) }
}

/** All chunks of a pack as one row. */
export function wholeRow(pack: CountedTerms): CountsRow {
  return { pack, from: 0, to: pack.counts.lengths.length }
}
