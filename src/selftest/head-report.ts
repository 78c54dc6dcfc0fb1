import { ChunkTable } from '../baseline/chunk-table.ts'
import type { EvaluationReport, StrategyReport } from '../baseline/report-schema.ts'
import type { Metric } from '../metrics/metric.ts'
import type { Answer, Side, StrategySide } from './answer.ts'
import type { TestBench } from './test-bench.ts'

/** The report of a side, as far as rules look at it: pinned questions, and what `min` and `max` hold a limit against. */
export function headReport(bench: TestBench, side: Side): EvaluationReport {
  const table = new ChunkTable()
  const strategies = bench.strategies.map((name) => [name, strategyReport(bench, name, side.get(name)!, table)])
  return {
    ...bench.report,
    chunks: table.chunks,
    strategies: { ...bench.report.strategies, ...Object.fromEntries(strategies) },
  }
}

function strategyReport(
  bench: TestBench,
  name: string,
  { minScore, answers, errors }: StrategySide,
  table: ChunkTable,
): StrategyReport {
  const { report } = bench
  const pinned = bench.queries.filter((id) => report.queries[id]!.pinned === true)
  const limited = limitedMetrics(bench)
  const scores = (answer: Answer) => Object.fromEntries(answer.scores)
  return {
    ...report.strategies[name]!,
    minScore,
    errors: Object.fromEntries(errors),
    rankings: entries(pinned, answers, ({ hits }) => hits.map((hit) => table.position(hit))),
    confidence: entries(pinned, answers, ({ confidence }) => confidence),
    queries: limited.length === 0 ? {} : entries(bench.queries, answers, scores),
    summary: Object.fromEntries(limited.map((metric) => [metric.id, estimateOf(valueOn(metric, answers, bench))])),
  }
}

function limitedMetrics({ report, metrics }: TestBench): Metric[] {
  const limited = new Set(
    report.gate.rules.filter(({ min, max }) => min !== undefined || max !== undefined).map(({ metric }) => metric),
  )
  return metrics.filter(({ id }) => limited.has(id))
}

function valueOn(metric: Metric, answers: StrategySide['answers'], bench: TestBench): number | null {
  if (metric.kind === 'set') {
    return metric.score(
      [...answers].map(([id, { judged }]) => ({ answerable: bench.isAnswerable(id), ranking: judged })),
    )
  }
  const scores = [...answers.values()].map((answer) => answer.scores.get(metric.id)).filter((score) => score != null)
  return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length
}

function estimateOf(point: number | null): StrategyReport['summary'][string] {
  return { point, lower: null, upper: null, level: 0.95, method: 'none', n: 0 }
}

function entries<T>(ids: readonly string[], answers: StrategySide['answers'], read: (answer: Answer) => T | undefined) {
  const found: [string, T][] = []
  for (const id of ids) {
    const answer = answers.get(id)
    const value = answer === undefined ? undefined : read(answer)
    if (value !== undefined) found.push([id, value])
  }
  return Object.fromEntries(found)
}
