import type { EvaluationReport } from './baseline/report-schema.ts'
import type { Baseline } from './baseline/resolve-baseline.ts'
import { compareCodeUnits } from './code-units.ts'
import { compareReports } from './comparison/compare-reports.ts'
import type { Comparison } from './comparison/comparison.ts'
import { type PastReport, slowLoss } from './comparison/slow-loss.ts'
import { decide } from './gate/decide.ts'
import type { GateInput } from './gate/gate-input.ts'
import { isProtected } from './gate/protected.ts'
import type { Metric } from './metrics/metric.ts'
import { parseMetric } from './metrics/parse-metric.ts'
import { documentLinks } from './reports/document-links.ts'
import type { Links, Outcome } from './reports/report.ts'
import { type HistoryOptions, withHistory } from './with-history.ts'

/** Where the history of documents is looked for. */
type HistoryPlace = Pick<HistoryOptions, 'root' | 'repositories'>

export interface DecideOptions extends Pick<GateInput, 'today' | 'protect' | 'accept'>, HistoryPlace {
  readonly seed: string
  readonly links: Links
  /** Earlier reports of the base branch, to show a loss in small steps; they decide nothing. */
  readonly past?: readonly PastReport[]
}

/** Compared whether or not anybody asked: a fall of it says that labels are missing. */
const WATCHED = 'judged@10'

/** A report and its baseline to an outcome that reports can be made of. */
export async function decideOutcome(
  report: EvaluationReport,
  baseline: Baseline,
  { links, past = [], ...options }: DecideOptions,
): Promise<Outcome> {
  const input = await gateInput(report, baseline, options)
  const { comparison, baselineNote } = input
  // It decides nothing, so a report from long ago that cannot be compared stops nothing either.
  const overTime = await slowLoss(report, past, baseline.report).catch(() => [])
  const told = overTime.length === 0 ? report : { ...report, overTime }
  return { report: told, comparison, baselineNote, verdict: decide(input), links: documentLinks(report, links) }
}

/** What the gate decides on: the two sides compared, under the rules of the report. */
export async function gateInput(
  report: EvaluationReport,
  baseline: Baseline,
  { root, repositories, ...options }: Omit<DecideOptions, 'links' | 'past'>,
): Promise<GateInput> {
  return {
    rules: report.gate.rules,
    maxErrors: report.gate.maxErrors,
    head: report,
    ...(baseline.report === null ? {} : { base: baseline.report }),
    comparison: await comparisonOf(report, baseline, options, { root, repositories }),
    baselineNote: baseline.note,
    comparableLatency: measuredTogether(baseline) ? (baseline.report?.latency ?? null) : null,
    notRecomputed: baseline.notRecomputed ?? [],
    ...options,
    metricOf: parseMetric,
  }
}

/** On a protected base, its way of matching and the metrics of its rules hold for both sides. */
async function comparisonOf(
  head: EvaluationReport,
  baseline: Baseline,
  { protect = false }: Pick<DecideOptions, 'protect'>,
  place: HistoryPlace,
): Promise<Comparison | null> {
  const base = baseline.report
  if (base === null) return null
  if (!isProtected({ base, protect })) return compare(head, base, baseline, place)
  const metrics = [...new Set([...head.metrics, ...base.gate.rules.map(({ metric }) => metric)])]
  return compare({ ...head, match: base.match, metrics }, base, baseline, place)
}

async function compare(
  head: EvaluationReport,
  base: EvaluationReport,
  { label, source, notRecomputed = [] }: Baseline,
  place: HistoryPlace,
): Promise<Comparison> {
  const comparison = await withHistory({ head, base, ...place }, (history) =>
    compareReports(base, head, {
      base: { label, commit: base.commit, source },
      metrics: [...new Set([...head.metrics, WATCHED])].map(parseMetric),
      headline: (strategy) => headlineMetric(head, strategy),
      toBase: history?.toBase ?? null,
      toHead: history?.toHead ?? null,
    }),
  )
  return withUnrebuilt(comparison, head, notRecomputed)
}

/** Both sides were measured in one job on one machine. */
function measuredTogether({ source }: Baseline): boolean {
  return source === 'recompute'
}

/** Strategies of the base that could not be rebuilt are neither new at head nor, where head has none, forgotten. */
function withUnrebuilt(comparison: Comparison, head: EvaluationReport, unrebuilt: readonly string[]): Comparison {
  if (unrebuilt.length === 0) return comparison
  const former = (name: string) => [name, head.strategies[name]?.renamedFrom]
  const atHead = new Set(Object.keys(head.strategies).flatMap(former))
  return {
    ...comparison,
    missingStrategies: [...comparison.missingStrategies, ...unrebuilt.filter((name) => !atHead.has(name))].sort(
      compareCodeUnits,
    ),
    newStrategies: comparison.newStrategies.filter(
      (name) => !former(name).some((known) => known !== undefined && unrebuilt.includes(known)),
    ),
  }
}

/** What a strategy's changes are listed by: the metric of the first rule that can fail it, else the first shown. */
function headlineMetric({ gate, metrics }: EvaluationReport, strategy: string): Metric {
  const gated = gate.rules.filter((rule) => rule.level === 'fail' && rule.strategies.includes(strategy))
  const candidates = [...gated.map(({ metric }) => metric), ...metrics, 'ndcg@10'].map(parseMetric)
  return candidates.find(({ kind }) => kind === 'ranking')!
}
