import type { OverTime } from '../baseline/over-time-schema.ts'
import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { Metric } from '../metrics/metric.ts'
import { parseMetric } from '../metrics/parse-metric.ts'
import { roundDifference } from '../round-difference.ts'
import { compareReports } from './compare-reports.ts'

/** An earlier report of the base branch. */
export interface PastReport {
  readonly report: EvaluationReport
  /** The artifact that holds it. */
  readonly artifact: number
  readonly commit: string
  /** The day that it was made: `2026-12-31`. */
  readonly date: string
  /** How many days ago that was. */
  readonly days: number
}

/** So many days ago is long enough for a loss that no single change shows. */
const LONG = 30
/** An earlier run of which less than this share of the questions is left says little. */
const LEAST_SHARED = 0.5

interface Means {
  readonly questions: number
  readonly before: number
  readonly now: number
}

/**
 * How retrieval stands against the best earlier run and against the newest of at least 30 days ago: every change may stay
 * within what is allowed, and the sum not. Each is over the questions that both asked, on the strategy that ships, both
 * sides under today's judgments and metric code. The best is left out where `base`, which the run is compared with
 * anyway, is none the worse.
 */
export async function slowLoss(
  head: EvaluationReport,
  past: readonly PastReport[],
  base: EvaluationReport | null = null,
): Promise<OverTime[]> {
  const strategy = head.primary ?? Object.keys(head.strategies)[0]
  const metric = metricOf(head)
  if (strategy === undefined || metric === undefined || past.length === 0) return []
  const means = (report: EvaluationReport) => compare(report, head, strategy, metric)
  const known: Stood[] = []
  for (const one of past) known.push(...(await means(one.report)).map((compared) => ({ ...one, ...compared })))
  const [fromBase] = base === null ? [] : await means(base)
  const [best] = known.toSorted((a, b) => loss(b) - loss(a))
  const [month] = known.filter(({ days }) => days >= LONG).toSorted((a, b) => a.days - b.days)
  const told = (kind: OverTime['kind'], one: Stood): OverTime => {
    const { artifact, commit, date, questions, before, now } = one
    return { kind, artifact, commit, date, strategy, metric: metric.id, questions, before, now }
  }
  const isBest = best !== undefined && (fromBase === undefined || loss(fromBase) < loss(best))
  return [
    ...(isBest ? [told('best', best)] : []),
    ...(month === undefined || (isBest && month === best) ? [] : [told('month', month)]),
  ]
}

type Stood = PastReport & Means

function loss({ before, now }: Means): number {
  return roundDifference(before - now)
}

function metricOf({ gate, metrics }: EvaluationReport): Metric | undefined {
  const gated = gate.rules.filter(({ level }) => level === 'fail').map(({ metric }) => metric)
  return [...gated, ...metrics].map(parseMetric).find(({ kind }) => kind === 'ranking')
}

async function compare(
  base: EvaluationReport,
  report: EvaluationReport,
  strategy: string,
  metric: Metric,
): Promise<Means[]> {
  const head = { ...report, strategies: { [strategy]: report.strategies[strategy]! } }
  const { strategies } = await compareReports(base, head, {
    base: { label: '', commit: null, source: '' },
    metrics: [metric],
    headline: () => metric,
    toBase: null,
    toHead: null,
  })
  const scores = strategies[0]?.metrics[metric.id]
  const questions = scores?.ids.length ?? 0
  if (questions === 0 || questions < LEAST_SHARED * Object.keys(base.queries).length) return []
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / questions
  return [{ questions, before: mean(scores!.base), now: mean(scores!.now) }]
}
