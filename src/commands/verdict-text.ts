import type { Estimate } from '../model.ts'
import { bytes, count, difference, duration, milliseconds, score } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { causeSentences } from '../reports/causes.ts'
import { headlineMetric, metricOrder } from '../reports/headline-metric.ts'
import { metricChange } from '../reports/metric-change.ts'
import { modelsSentence } from '../reports/models-sentence.ts'
import { overTime } from '../reports/over-time.ts'
import type { Outcome } from '../reports/report.ts'
import { standingsSentence } from '../reports/standings.ts'
import { strategyOrder } from '../reports/strategy-order.ts'
import { visibleText } from '../reports/visible-text.ts'
import { textTable } from './text-table.ts'
import { brokenLines } from './verdict/broken-lines.ts'

const MARKS = { pass: 'PASS', fail: 'FAIL', invalid: 'INVALID' } as const
/** Lines of a section, and broken questions, that a terminal shows. */
const SHOWN = 10
/** Characters of a sentence that a terminal shows: what to do about it stands at its end. */
const LONGEST = 600

/** A verdict for a terminal: what was decided, a table with estimates, what broke. */
export function verdictText(outcome: Outcome): string {
  const { report, verdict, baselineNote } = outcome
  const queries = count(report.evalSet.queries, 'question')
  const lines = [
    `${MARKS[verdict.status]}  ${visibleText(verdict.headline.replaceAll('`', ''))}`,
    '',
    estimates(outcome),
    ...standings(outcome),
    `${queries}, ${count(report.corpus.documents, 'document')}; 95 % intervals; ${visibleText(baselineNote)}`,
    ...[modelsSentence(outcome)].filter((line) => line !== '').map((line) => visibleText(line)),
    ...section('Why:', why(outcome)),
    ...section('Broke:', broke(outcome)),
    ...section('Gate:', shown([...(verdict.loosened ?? []), ...(verdict.accepted ?? [])])),
    ...section('Note:', shown(verdict.notes)),
    ...section('Over time:', shown(overTime(outcome))),
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
  const costs = costColumns(outcome)
  const head = [
    'strategy',
    headline,
    ...(compared ? ['change'] : []),
    ...metrics.slice(1),
    ...costs.map((c) => c.heading),
  ]
  const rows = strategyOrder(outcome).map((name) => {
    const { summary } = outcome.report.strategies[name]!
    const { change } = metricChange(outcome, name, headline)
    return [
      name,
      withInterval(summary[headline]),
      ...(compared ? [difference(change)] : []),
      ...metrics.slice(1).map((metric) => withInterval(summary[metric])),
      ...costs.map(({ cell }) => cell(name)),
    ]
  })
  return textTable([head, ...rows])
}

/** How fast strategies answer and what their indexes take: where there are several to choose from, or it was asked for. */
function costColumns({ report }: Outcome): { heading: string; cell(name: string): string }[] {
  const { latency = {}, timing, strategies, metrics } = report
  const isChoice = Object.keys(strategies).length > 1
  const timed = Object.keys(Object.values(latency)[0] ?? {}).filter((metric) => isChoice || metrics.includes(metric))
  const indexing = isChoice ? timing?.indexing : undefined
  const sized = isChoice && Object.values(strategies).some(({ index }) => index !== undefined)
  return [
    ...timed.slice(0, 1).map((heading) => ({
      heading,
      cell: (name: string) => milliseconds(ownEntry(latency, name)?.[heading]?.point),
    })),
    ...(indexing ? [{ heading: 'index time', cell: (name: string) => duration(ownEntry(indexing, name)) }] : []),
    ...(sized ? [{ heading: 'index size', cell: (name: string) => bytes(strategies[name]?.index?.bytes) }] : []),
  ]
}

function standings(outcome: Outcome): string[] {
  const sentence = standingsSentence(outcome)
  return sentence === null ? [] : [visibleText(sentence.replaceAll('`', ''), LONGEST)]
}

function withInterval(estimate: Estimate | undefined): string {
  if (estimate === undefined || estimate.point === null) return 'n/a'
  const { point, lower, upper } = estimate
  return lower === null || upper === null ? score(point) : `${score(point)} (${score(lower)}-${score(upper)})`
}

/** The first lines, as a person may see them: text of users cannot steer a terminal. */
function shown(lines: readonly string[]): string[] {
  const rest = lines.length - SHOWN
  return [...lines.slice(0, SHOWN).map((line) => visibleText(line, LONGEST)), ...(rest > 0 ? [more(rest)] : [])]
}

function more(rest: number): string {
  return `and ${rest} more, all in the report`
}

/** Which rules failed, then what this change did to the pages that it is about. */
function why(outcome: Outcome): string[] {
  if (outcome.verdict.status === 'pass') return []
  const causes = causeSentences(outcome).map((sentence) => sentence.replaceAll('`', ''))
  return [...shown(outcome.verdict.reasons), ...shown(causes)]
}

function broke(outcome: Outcome): string[] {
  const rest = outcome.verdict.broke.length - SHOWN
  return [...brokenLines(outcome, SHOWN), ...(rest > 0 ? [more(rest)] : [])]
}
