import { buildReport, type EvaluatedStrategy } from '../baseline/build-report.ts'
import type { EvaluationReport, StrategyReport } from '../baseline/report-schema.ts'
import { rankingOf } from '../comparison/side.ts'
import { parseMetric } from '../metrics/parse-metric.ts'
import type { Query, Ranking } from '../model.ts'
import { checkShards } from './check-shards.ts'
import type { ShardReport } from './shard-report.ts'

/**
 * The report that one evaluation of all questions would have written, from the rankings of its shards: judged, scored and
 * estimated anew. What was timed is left out, as it was measured on several machines.
 * @throws UserError where the shards are not whole, or not of one evaluation
 */
export function mergeReports(shards: readonly ShardReport[]): EvaluationReport {
  checkShards(shards)
  const { report, seed } = shards[0]!
  const reports = shards.map((shard) => shard.report)
  const { match, primary, fingerprints } = report
  const merged = buildReport({
    ...report,
    primary,
    match,
    metrics: report.metrics.map(parseMetric),
    evalSet: { ...report.evalSet, fingerprint: fingerprints.evalSet, queries: queriesOf(report) },
    documents: Object.entries(report.documents).map(([id, hash]) => ({ id, hash, text: '' })),
    skipped: report.corpus.skipped,
    strategies: Object.entries(report.strategies).map(([name, strategy]) => evaluated(name, strategy, reports)),
    seed,
    varying: null,
  })
  // The chunks are not here; each shard knew all of them.
  const strategies = Object.entries(merged.strategies).map(([name, strategy]) => {
    return [name, { ...strategy, ceiling: report.strategies[name]!.ceiling }]
  })
  return { ...merged, strategies: Object.fromEntries(strategies) }
}

function queriesOf({ queries }: EvaluationReport): Query[] {
  return Object.entries(queries).map(([id, { tags = [], pinned = false, ...query }]) => {
    return { ...query, id, tags, pinned } as Query
  })
}

function evaluated(name: string, strategy: StrategyReport, reports: readonly EvaluationReport[]): EvaluatedStrategy {
  const { type, fingerprint, minScore, renamedFrom, external } = strategy
  const rankings = new Map<string, Ranking>()
  const errors = new Map<string, string>()
  for (const report of reports) {
    const part = report.strategies[name]!
    for (const id of Object.keys(part.rankings)) {
      const ranking = rankingOf(report, name, id)!
      rankings.set(id, part.cutShort.includes(id) ? { ...ranking, cutShort: true } : ranking)
    }
    for (const [id, error] of Object.entries(part.errors)) errors.set(id, error)
  }
  return {
    name,
    type,
    fingerprint,
    external,
    ...(minScore === null ? {} : { minScore }),
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    chunks: null,
    run: { rankings, errors },
    latency: [],
  }
}
