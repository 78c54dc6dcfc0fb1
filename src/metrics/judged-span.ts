import type { JudgedRanking } from '../model.ts'

/**
 * One query's positions and judgments as ranges of flat arrays, so that the arrays can hold many queries and no metric
 * copies anything. Labels, tokens, grades and level mean what they mean in a `JudgedRanking`.
 */
export interface JudgedSpan {
  readonly labels: ArrayLike<number>
  readonly tokens: ArrayLike<number>
  /** The positions are `[start, end)` of `labels` and `tokens`. */
  readonly start: number
  readonly end: number
  readonly grades: ArrayLike<number>
  /** The judgments are `[gradesStart, gradesEnd)` of `grades`. */
  readonly gradesStart: number
  readonly gradesEnd: number
  readonly level: number
}

/** The whole of a ranking's own arrays. */
export function spanOf({ labels, tokens, grades, level }: JudgedRanking): JudgedSpan {
  return { labels, tokens, start: 0, end: labels.length, grades, gradesStart: 0, gradesEnd: grades.length, level }
}
