import type { JudgedRanking } from '../model.ts'

/** Which queries a metric is about. Unanswerable queries never enter an answerable metric. */
export type Population = 'answerable' | 'unanswerable' | 'all'

interface Named {
  /** As it prints and parses: `ndcg@10`. */
  readonly id: string
  readonly family: MetricFamily
  /** The cut, where the family takes one. */
  readonly k?: number
}

/** One judged ranking to a score; `null` when its denominator is empty ("n/a", never 0 and never 1). */
export interface RankingMetric extends Named {
  readonly kind: 'ranking'
  score(ranking: JudgedRanking): number | null
}

/** All queries at once to one number. `answerable` tells the two kinds apart. */
export interface SetMetric extends Named {
  readonly kind: 'set'
  score(rankings: readonly SetMember[]): number | null
}

export interface SetMember {
  readonly ranking: JudgedRanking
  readonly answerable: boolean
}

/** Durations of single queries in milliseconds to one number. */
export interface TimingMetric extends Named {
  readonly kind: 'timing'
  score(milliseconds: readonly number[]): number | null
}

export type Metric = RankingMetric | SetMetric | TimingMetric

/** Everything a reader needs to know of a metric; `docs/metrics.md` is generated from it. */
export interface MetricFamily {
  readonly name: string
  readonly takesK: boolean
  readonly higherIsBetter: boolean
  readonly range: readonly [number, number]
  /** The paper or program it follows. */
  readonly source: string
  readonly summary: string
  readonly kind: 'ranking' | 'set' | 'timing'
  readonly population: Population
  at(k?: number): Metric
}
