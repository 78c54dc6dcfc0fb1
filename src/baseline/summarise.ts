import { compareCodeUnits } from '../code-units.ts'
import { groupBy } from '../group-by.ts'
import type { Metric } from '../metrics/metric.ts'
import { parseMetric } from '../metrics/parse-metric.ts'
import { enters, type JudgedQuery, scoreRankings } from '../metrics/score-rankings.ts'
import type { Estimate, Query } from '../model.ts'
import type { Draws } from '../statistics/draws.ts'
import { estimateMeans } from '../statistics/estimate-mean.ts'
import { estimateOfSorted, estimateTwoKinds } from '../statistics/estimate-statistic.ts'
import type { StrategyReport } from './report-schema.ts'

export interface Judged {
  readonly query: Query
  readonly judged: JudgedQuery
}

type Summary = Pick<StrategyReport, 'summary' | 'slices' | 'queries'>

/** Judged rankings of one strategy to scores per query, estimates, and points per slice. Queries come in id order. */
export function summarise(rankings: readonly Judged[], metrics: readonly Metric[], draws: Draws): Summary {
  const scores = scoreRankings(
    rankings.map(({ judged }) => judged),
    metrics,
  )
  const ofRankings = metrics.filter(({ kind }) => kind === 'ranking')
  const estimates = new Map<string, Estimate>()
  for (const [population, members] of groupBy(ofRankings, ({ family }) => family.population)) {
    const queries = rankings.filter(({ judged }) => enters(judged.answerable, population))
    const columns = new Map(
      members.map(({ id }) => [id, queries.map(({ query }) => scores.get(id)?.get(query.id) ?? null)]),
    )
    const clusters = queries.map(({ query }) => query.cluster)
    for (const [id, estimate] of estimateMeans(columns, { clusters, seed: draws })) estimates.set(id, estimate)
  }
  for (const metric of metrics) {
    if (metric.kind === 'set') estimates.set(metric.id, estimateSet(metric, rankings, draws))
  }
  return {
    summary: inOrder(metrics, estimates),
    slices: slices(rankings, scores),
    queries: Object.fromEntries(rankings.map(({ query }) => [query.id, scoresOf(query.id, scores)])),
  }
}

/** Shown of every strategy, whether a config asks for them or not, where there are durations enough. */
const ALWAYS_SHOWN = ['latency-p50', 'latency-p99']

/** Durations of one strategy, in milliseconds, to estimates. */
export function summariseLatency(
  milliseconds: readonly number[],
  metrics: readonly Metric[],
  draws: Draws,
): Record<string, Estimate> {
  const asked = new Set(metrics.map(({ id }) => id))
  const timing = [...metrics, ...ALWAYS_SHOWN.filter((id) => !asked.has(id)).map(parseMetric)]
    .filter((metric) => metric.kind === 'timing')
    .filter(({ id, score }) => asked.has(id) || score(milliseconds) !== null)
  return Object.fromEntries(
    timing.map((metric) => [metric.id, estimateOfSorted(milliseconds, metric.ofSorted, { seed: draws })]),
  )
}

function estimateSet(metric: Metric & { kind: 'set' }, rankings: readonly Judged[], seed: Draws): Estimate {
  const valuesOf = (answerable: boolean) =>
    rankings.filter(({ judged }) => judged.answerable === answerable).map(({ judged }) => metric.read(judged.ranking))
  return estimateTwoKinds(valuesOf(true), valuesOf(false), metric.ofKinds, { seed })
}

function inOrder(metrics: readonly Metric[], estimates: ReadonlyMap<string, Estimate>): Record<string, Estimate> {
  return Object.fromEntries(metrics.flatMap(({ id }) => (estimates.has(id) ? [[id, estimates.get(id)!]] : [])))
}

type Scores = ReadonlyMap<string, ReadonlyMap<string, number | null>>

function scoresOf(query: string, scores: Scores): Record<string, number | null> {
  const entries = [...scores].filter(([, byQuery]) => byQuery.has(query))
  return Object.fromEntries(entries.map(([metric, byQuery]) => [metric, byQuery.get(query) ?? null]))
}

const ATTRIBUTES = ['category', 'difficulty', 'language'] as const

function slices(rankings: readonly Judged[], scores: Scores): StrategyReport['slices'] {
  const all: StrategyReport['slices'] = {}
  for (const attribute of ATTRIBUTES) {
    const labelled = rankings.map(({ query }) => query).filter((query) => query[attribute] !== undefined)
    const groups = [...groupBy(labelled, (query) => query[attribute]!)].sort(([a], [b]) => compareCodeUnits(a, b))
    if (groups.length > 0)
      all[attribute] = Object.fromEntries(groups.map(([value, queries]) => [value, points(queries, scores)]))
  }
  return all
}

function points(queries: readonly Query[], scores: Scores): Record<string, { point: number | null; n: number }> {
  return Object.fromEntries(
    [...scores].map(([metric, byQuery]) => {
      const values = queries
        .map((query) => byQuery.get(query.id))
        .filter((value) => value !== null && value !== undefined)
      const total = values.reduce((sum, value) => sum + value, 0)
      return [metric, { point: values.length === 0 ? null : total / values.length, n: values.length }]
    }),
  )
}
