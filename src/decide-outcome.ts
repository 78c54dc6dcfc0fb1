import { gitHistory } from './baseline/git-history.ts'
import type { EvaluationReport } from './baseline/report-schema.ts'
import type { Baseline } from './baseline/resolve-baseline.ts'
import { compareCodeUnits } from './code-units.ts'
import { compareReports } from './comparison/compare-reports.ts'
import type { Comparison } from './comparison/comparison.ts'
import { decide } from './gate/decide.ts'
import type { GateInput } from './gate/gate-input.ts'
import type { Metric } from './metrics/metric.ts'
import { parseMetric } from './metrics/parse-metric.ts'
import type { Links, Outcome } from './reports/report.ts'

export interface DecideOptions extends Pick<GateInput, 'today' | 'protect' | 'accept'> {
  /** Where git may know the base commit; null to do without. */
  readonly root: string | null
  readonly seed: string
  readonly links: Links
}

/** Compared whether or not anybody asked: a fall of it says that labels are missing. */
const WATCHED = 'judged@10'

/** A report and its baseline to an outcome that reports can be made of. */
export async function decideOutcome(
  report: EvaluationReport,
  baseline: Baseline,
  { links, ...options }: DecideOptions,
): Promise<Outcome> {
  const input = await gateInput(report, baseline, options)
  const { comparison, baselineNote } = input
  return { report, comparison, baselineNote, verdict: decide(input), links }
}

/** What the gate decides on: the two sides compared, under the rules of the report. */
export async function gateInput(
  report: EvaluationReport,
  baseline: Baseline,
  { root, ...options }: Omit<DecideOptions, 'links'>,
): Promise<GateInput> {
  return {
    rules: report.gate.rules,
    maxErrors: report.gate.maxErrors,
    head: report,
    ...(baseline.report === null ? {} : { base: baseline.report }),
    comparison: baseline.report === null ? null : await compare(report, baseline.report, baseline, root),
    baselineNote: baseline.note,
    comparableLatency: measuredTogether(baseline) ? (baseline.report?.latency ?? null) : null,
    notRecomputed: baseline.notRecomputed ?? [],
    ...options,
    metricOf: parseMetric,
  }
}

async function compare(
  head: EvaluationReport,
  base: EvaluationReport,
  { label, source, notRecomputed = [] }: Baseline,
  root: string | null,
): Promise<Comparison> {
  const history = root === null ? null : await gitHistory(root, base.commit)
  const comparison = await compareReports(base, head, {
    base: { label, commit: base.commit, source },
    metrics: [...new Set([...head.metrics, WATCHED])].map(parseMetric),
    headline: (strategy) => headlineMetric(head, strategy),
    toBase: history?.toBase ?? null,
    toHead: history?.toHead ?? null,
  })
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
