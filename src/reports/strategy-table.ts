import { count, difference, milliseconds, score, scoreInterval } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { changeInterval } from './change-interval.ts'
import { headlineMetric, metricOrder } from './headline-metric.ts'
import { type Column, markdownTable } from './markdown-table.ts'
import { markdownCode, markdownLink, markdownProse } from './markdown-text.ts'
import { metricChange } from './metric-change.ts'
import { webAddress } from './place.ts'
import { quotedList } from './quoted.ts'
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
export function strategyTable(
  outcome: Outcome,
  options: ReportOptions,
  limits: TableLimits,
  names: readonly string[] = strategyOrder(outcome),
): string {
  const shown = names.slice(0, limits.strategies)
  const others = metricOrder(outcome).slice(1)
  const parts = [
    ...(shown.some((name) => mark(outcome, name) !== '') ? [markPart(outcome)] : []),
    {
      column: { heading: 'strategy' },
      cell: (name: string) => emphasised(outcome, name, markdownCode(name, 80)),
    },
    ...headlineParts(outcome, shown),
    ...others.slice(0, limits.metrics).map((metric) => ({
      column: { heading: markdownCode(metric), numeric: true },
      cell: (name: string) => otherCell(outcome, name, metric),
    })),
    ...latencyParts(outcome, options),
  ]
  const rows = shown.map((name) => parts.map(({ cell }) => cell(name)))
  const table = markdownTable(
    parts.map(({ column }) => column),
    rows,
  )
  const rest = elsewhere(outcome, names.slice(limits.strategies), others.slice(limits.metrics))
  return rest === '' ? table : `${table}\n\n${rest}`
}

/** What there was no room for, and where it is. */
function elsewhere({ links }: Outcome, strategies: readonly string[], metrics: readonly string[]): string {
  const parts = [
    ...(strategies.length === 0 ? [] : [count(strategies.length, 'more strategy', 'more strategies')]),
    ...(metrics.length === 0 ? [] : [markdownProse(quotedList(metrics))]),
  ]
  const where = markdownLink('full report', webAddress(links.run))
  return parts.length === 0 ? '' : `<sub>Also in the ${where}: ${parts.join(' and ')}.</sub>`
}

/** A column and what stands in it for a strategy. */
interface Part {
  readonly column: Column
  cell(strategy: string): string
}

function markPart(outcome: Outcome): Part {
  return { column: { heading: '' }, cell: (name) => mark(outcome, name) }
}

function headlineParts(outcome: Outcome, names: readonly string[]): readonly Part[] {
  const metric = headlineMetric(outcome)
  const heading = markdownCode(metric)
  const strong = (name: string, text: string) => emphasised(outcome, name, text)
  const changeOf = (name: string) => metricChange(outcome, name, metric)
  const now = (name: string) => strong(name, score(changeOf(name).now))
  if (outcome.comparison === null) {
    const intervalOf = (name: string) => {
      const estimate = outcome.report.strategies[name]?.summary[metric]
      return estimate === undefined ? 'n/a' : scoreInterval(estimate)
    }
    return [
      { column: { heading: `${heading} now`, numeric: true }, cell: now },
      { column: { heading: '95 % interval' }, cell: intervalOf },
    ]
  }
  const interval: Part = {
    column: { heading: '95 % interval' },
    cell: (name) => markdownProse(changeInterval(changeOf(name))).replaceAll(' … ', UNBROKEN),
  }
  // The sentence above the table says why there is none.
  const hasIntervals = names.some((name) => 'lower' in (changeOf(name).interval ?? {}))
  return [
    { column: { heading: `${heading} baseline`, numeric: true }, cell: (name) => score(changeOf(name).baseline) },
    { column: { heading: 'now', numeric: true }, cell: now },
    { column: { heading: 'change', numeric: true }, cell: (name) => strong(name, difference(changeOf(name).change)) },
    ...(hasIntervals ? [interval] : []),
  ]
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

function latencyParts(outcome: Outcome, options: ReportOptions): readonly Part[] {
  const metric = latencyMetric(outcome, options)
  if (metric === null) return []
  const cell = (name: string) => milliseconds(ownEntry(outcome.report.latency, name)?.[metric]?.point)
  return [{ column: { heading: markdownCode(metric), numeric: true }, cell }]
}

function latencyMetric({ report }: Outcome, { timing }: ReportOptions): string | null {
  if (!timing) return null
  return Object.keys(Object.values(report.latency ?? {})[0] ?? {})[0] ?? null
}
