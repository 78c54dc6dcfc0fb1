import { difference, differenceInterval, milliseconds, score, scoreInterval } from '../numbers.ts'
import { headlineMetric, metricOrder } from './headline-metric.ts'
import { type Column, markdownTable } from './markdown-table.ts'
import { markdownCode, markdownProse } from './markdown-text.ts'
import { metricChange } from './metric-change.ts'
import type { Outcome, ReportOptions } from './report.ts'
import { statusMark, strategyStatus } from './status-mark.ts'
import { strategyOrder } from './strategy-order.ts'

/** An interval stays on one line of its cell. */
const UNBROKEN = '\u00A0…\u00A0'

/** How much of the table there is room for. */
export interface TableLimits {
  readonly strategies: number
  /** Metrics beside the headline. */
  readonly metrics: number
}

/** A row a strategy: the headline metric with baseline, now, change and interval, then the other metrics. */
export function strategyTable(outcome: Outcome, options: ReportOptions, limits: TableLimits): string {
  const names = strategyOrder(outcome)
  const metrics = metricOrder(outcome).slice(1, 1 + limits.metrics)
  const latency = latencyMetric(outcome, options)
  const compared = outcome.comparison !== null
  const columns: Column[] = [
    { heading: '' },
    { heading: 'strategy' },
    ...headlineColumns(outcome, compared),
    ...metrics.map((metric) => ({ heading: markdownCode(metric), numeric: true })),
    ...(latency === null ? [] : [{ heading: markdownCode(latency), numeric: true }]),
  ]
  const rows = names
    .slice(0, limits.strategies)
    .map((name) => [
      mark(outcome, name),
      emphasised(outcome, name, markdownCode(name, 80)),
      ...headlineCells(outcome, name, compared),
      ...metrics.map((metric) => otherCell(outcome, name, metric)),
      ...(latency === null ? [] : [milliseconds(outcome.report.latency?.[name]?.[latency]?.point)]),
    ])
  const left = names.length - limits.strategies
  return markdownTable(columns, rows) + (left > 0 ? `\n\n${left} more strategies in the full report.` : '')
}

function headlineColumns(outcome: Outcome, compared: boolean): readonly Column[] {
  const metric = markdownCode(headlineMetric(outcome))
  return compared
    ? [
        { heading: `${metric} baseline`, numeric: true },
        { heading: 'now', numeric: true },
        { heading: 'change', numeric: true },
        { heading: '95 % interval' },
      ]
    : [{ heading: `${metric} now`, numeric: true }, { heading: '95 % interval' }]
}

function headlineCells(outcome: Outcome, name: string, compared: boolean): readonly string[] {
  const metric = headlineMetric(outcome)
  const { baseline, now, change, interval } = metricChange(outcome, name, metric)
  const strong = (text: string) => emphasised(outcome, name, text)
  if (compared) {
    return [
      score(baseline),
      strong(score(now)),
      strong(difference(change)),
      markdownProse(differenceInterval(interval)).replaceAll(' … ', UNBROKEN),
    ]
  }
  const estimate = outcome.report.strategies[name]?.summary[metric]
  return [strong(score(now)), estimate === undefined ? 'n/a' : scoreInterval(estimate)]
}

function otherCell(outcome: Outcome, name: string, metric: string): string {
  const { now, change } = metricChange(outcome, name, metric)
  return change === null ? score(now) : `${score(now)} (${difference(change)})`
}

function mark(outcome: Outcome, name: string): string {
  const status = strategyStatus(outcome, name)
  return status === null ? '' : statusMark(status)
}

/** Bold is for what ships. */
function emphasised({ report }: Outcome, name: string, text: string): string {
  return name === report.primary ? `**${text}**` : text
}

function latencyMetric({ report }: Outcome, { timing }: ReportOptions): string | null {
  if (!timing) return null
  return Object.keys(Object.values(report.latency ?? {})[0] ?? {})[0] ?? null
}
