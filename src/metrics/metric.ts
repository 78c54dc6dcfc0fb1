import type { JudgedRanking } from '../model.ts'
import type { JudgedSpan } from './judged-span.ts'

/** Which queries a metric is about. Unanswerable queries never enter an answerable metric. */
export type Population = 'answerable' | 'unanswerable' | 'all'

interface Named {
  /** As it prints and parses: `ndcg@10`. */
  readonly id: string
  readonly family: MetricFamily
  /** The cut in positions, where the metric has one. A token budget is not a cut. */
  readonly k?: number
}

/** One judged ranking to a score; `null` when its denominator is empty ("n/a", never 0 and never 1). */
export interface RankingMetric extends Named {
  readonly kind: 'ranking'
  score(ranking: JudgedRanking): number | null
  /**
   * The same by trec_eval's conventions, for runs from elsewhere: an empty denominator is 0, and metrics that say nothing
   * without an explicit grade 0 are computed all the same.
   */
  scoreAsTrecEval(span: JudgedSpan): number
}

/** All queries at once to one number. `answerable` tells the two kinds apart. */
export interface SetMetric extends Named {
  readonly kind: 'set'
  score(rankings: readonly SetMember[]): number | null
  /** What it looks at in one ranking; `ofKinds` makes the number of these, so that a resample need not judge again. */
  read(ranking: JudgedRanking): number
  ofKinds(answerable: readonly number[], unanswerable: readonly number[]): number | null
}

export interface SetMember {
  readonly ranking: JudgedRanking
  readonly answerable: boolean
}

/** Durations of single queries in milliseconds to one number. */
export interface TimingMetric extends Named {
  readonly kind: 'timing'
  score(milliseconds: readonly number[]): number | null
  /** The same of durations that are sorted already: resamples ask this often. */
  ofSorted(milliseconds: Float64Array): number | null
}

export type Metric = RankingMetric | SetMetric | TimingMetric

/** Everything a reader needs to know of a metric; `docs/metrics.md` is generated from it. */
export interface MetricFamily {
  readonly name: string
  /** How its ids are written: `ndcg@k`, `mrr or mrr@k`, `recall@tokens:N`. */
  readonly form: string
  readonly takesK: boolean
  /** False where the family may be used without its `k` (`mrr`, `map`, `ndcg`), or takes none. */
  readonly needsK: boolean
  readonly higherIsBetter: boolean
  readonly range: readonly [number, number]
  /** The paper or program it follows. */
  readonly source: string
  readonly summary: string
  readonly kind: 'ranking' | 'set' | 'timing'
  /** The size of the steps that a query's score comes in: 1 for a yes/no metric. */
  readonly step?: number
  readonly population: Population
  /** The metric at this cut. Throws a `UserError` for a missing or superfluous `k`. */
  at(k?: number): Metric
}
