import type { JudgedRanking } from '../model.ts'
import type { Metric, Population } from './metric.ts'

/** One query, judged. */
export interface JudgedQuery {
  readonly id: string
  readonly answerable: boolean
  readonly ranking: JudgedRanking
}

/** Whether a query of this kind enters a metric. */
export function enters(answerable: boolean, population: Population): boolean {
  return population === 'all' || (population === 'answerable') === answerable
}

/**
 * Per-query scores under each ranking metric: metric id -> query id -> score or `null`. Queries outside a metric's
 * population have no entry.
 */
export function scoreRankings(
  queries: readonly JudgedQuery[],
  metrics: readonly Metric[],
): Map<string, Map<string, number | null>> {
  const scores = new Map<string, Map<string, number | null>>()
  for (const metric of metrics) {
    if (metric.kind !== 'ranking') continue
    const members = queries.filter((query) => enters(query.answerable, metric.family.population))
    scores.set(metric.id, new Map(members.map((query) => [query.id, metric.score(query.ranking)])))
  }
  return scores
}
