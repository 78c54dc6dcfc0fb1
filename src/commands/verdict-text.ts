import type { QueryChange } from '../comparison/comparison.ts'
import type { Estimate } from '../model.ts'
import { count, difference, milliseconds, score } from '../numbers.ts'
import { headlineMetric, metricOrder } from '../reports/headline-metric.ts'
import { metricChange } from '../reports/metric-change.ts'
import type { Outcome } from '../reports/report.ts'
import { strategyOrder } from '../reports/strategy-order.ts'
import { visibleText } from '../reports/visible-text.ts'
import { textTable } from './text-table.ts'

const MARKS = { pass: 'PASS', fail: 'FAIL', invalid: 'INVALID' } as const
/** Broken questions that a terminal shows. */
const SHOWN = 10

/** A verdict for a terminal: what was decided, a table with estimates, what broke. */
export function verdictText(outcome: Outcome): string {
  const { report, verdict, baselineNote } = outcome
  const queries = count(report.evalSet.queries, 'question')
  const lines = [
    `${MARKS[verdict.status]}  ${visibleText(verdict.headline.replaceAll('`', ''))}`,
    '',
    estimates(outcome),
    `${queries}, ${count(report.corpus.documents, 'document')}; 95 % intervals; ${visibleText(baselineNote)}`,
    ...section('Why:', verdict.status === 'pass' ? [] : shown(verdict.reasons)),
    ...section('Broke:', broken(outcome)),
    ...section('Gate:', shown([...(verdict.loosened ?? []), ...(verdict.accepted ?? [])])),
    ...section('Note:', shown(verdict.notes)),
    ...section('Warning:', shown(report.warnings)),
  ]
  return `${lines.join('\n')}\n`
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, ...lines.map((line) => `  ${line}`)]
}

function estimates(outcome: Outcome): string {
  const metrics = metricOrder(outcome)
  const headline = headlineMetric(outcome)
  const compared = outcome.comparison !== null
  const timed = Object.keys(Object.values(outcome.report.latency ?? {})[0] ?? {}).slice(0, 1)
  const head = ['strategy', headline, ...(compared ? ['change'] : []), ...metrics.slice(1), ...timed]
  const rows = strategyOrder(outcome).map((name) => {
    const { summary } = outcome.report.strategies[name]!
    const { change } = metricChange(outcome, name, headline)
    return [
      name,
      withInterval(summary[headline]),
      ...(compared ? [difference(change)] : []),
      ...metrics.slice(1).map((metric) => withInterval(summary[metric])),
      ...timed.map((metric) => milliseconds(outcome.report.latency?.[name]?.[metric]?.point)),
    ]
  })
  return textTable([head, ...rows])
}

function withInterval(estimate: Estimate | undefined): string {
  if (estimate === undefined || estimate.point === null) return 'n/a'
  const { point, lower, upper } = estimate
  return lower === null || upper === null ? score(point) : `${score(point)} (${score(lower)}-${score(upper)})`
}

/** The first lines, as a person may see them: text of users cannot steer a terminal. */
function shown(lines: readonly string[]): string[] {
  const rest = lines.length - SHOWN
  return [...lines.slice(0, SHOWN).map((line) => visibleText(line)), ...(rest > 0 ? [more(rest)] : [])]
}

function more(rest: number): string {
  return `and ${rest} more, all in the report`
}

function broken({ comparison, verdict }: Outcome): string[] {
  const changes = new Map<string, QueryChange>()
  for (const change of comparison?.strategies.flatMap((strategy) => strategy.changes) ?? []) {
    if (change.kind === 'broke' && !changes.has(change.id)) changes.set(change.id, change)
  }
  const lines = verdict.broke.slice(0, SHOWN).flatMap((id) => {
    const change = changes.get(id)
    const ranks = change?.expected.map(({ judgment, baseRank, nowRank }) => {
      return `${judgment.id}: rank ${baseRank ?? 'none'} -> ${nowRank ?? 'none'}`
    })
    return [visibleText(`${id}  ${change?.text ?? ''}`), `  ${visibleText(ranks?.join('; ') ?? '')}`]
  })
  const rest = verdict.broke.length - SHOWN
  return rest > 0 ? [...lines, more(rest)] : lines
}
