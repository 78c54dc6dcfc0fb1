import { difference, milliseconds, score, scoreInterval } from '../numbers.ts'
import { changeInterval } from './change-interval.ts'
import { metricOrder } from './headline-metric.ts'
import { metricChange } from './metric-change.ts'
import { quoted } from './quoted.ts'
import type { Outcome, ReportOptions } from './report.ts'
import { strategyOrder } from './strategy-order.ts'
import { numeric, type Table, words } from './table.ts'

/** Every strategy x metric: both sides, the change and its interval; then the score over all queries with its own. */
export function metricsTable(outcome: Outcome, options: ReportOptions): Table {
  return {
    title: 'Every strategy and metric',
    columns: [
      words('strategy'),
      words('metric'),
      numeric('baseline'),
      numeric('now'),
      numeric('change'),
      words('interval of the change'),
      numeric('all questions now'),
      words('95 % interval'),
      numeric('questions'),
    ],
    rows: strategyOrder(outcome).flatMap((name) => [
      ...metricOrder(outcome).map((metric) => qualityRow(outcome, name, metric)),
      ...(options.timing ? latencyRows(outcome, name) : []),
    ]),
  }
}

function qualityRow(outcome: Outcome, name: string, metric: string): readonly string[] {
  const { baseline, now, change, interval } = metricChange(outcome, name, metric)
  const estimate = outcome.report.strategies[name]?.summary[metric]
  return [
    quoted(name),
    quoted(metric),
    score(baseline),
    score(now),
    difference(change),
    changeInterval({ interval }),
    score(estimate?.point),
    estimate === undefined ? 'n/a' : scoreInterval(estimate),
    String(estimate?.n ?? 0),
  ]
}

function latencyRows(outcome: Outcome, name: string): readonly (readonly string[])[] {
  return Object.entries(outcome.report.latency?.[name] ?? {}).map(([metric, { point, lower, upper, n }]) => {
    const { baseline, change } = metricChange(outcome, name, metric)
    const interval = lower === null || upper === null ? 'n/a' : `${milliseconds(lower)} … ${milliseconds(upper)}`
    const sides = [milliseconds(baseline), milliseconds(point), milliseconds(change), 'n/a']
    return [quoted(name), quoted(metric), ...sides, milliseconds(point), interval, String(n)]
  })
}
