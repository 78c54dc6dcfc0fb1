import { buildReport, type EvaluatedStrategy } from '../baseline/build-report.ts'
import type { EvaluationReport, StrategyReport } from '../baseline/report-schema.ts'
import type { Baseline } from '../baseline/resolve-baseline.ts'
import { compareCodeUnits } from '../code-units.ts'
import { rankingOf } from '../comparison/side.ts'
import { groupBy } from '../group-by.ts'
import { parseMetric } from '../metrics/parse-metric.ts'
import type { Query, Ranking } from '../model.ts'
import { addedLines } from '../models/added-lines.ts'
import { checkShards } from './check-shards.ts'
import type { ShardReport, ShardSide } from './shard-report.ts'

/** What one evaluation of all questions would have given. */
export interface MergedShards extends ShardSide {
  /** The base that the shards evaluated with their questions; null where they evaluated none. */
  readonly base: Baseline | null
}

/**
 * The report that one evaluation of all questions would have written, from the rankings of its shards, and that of the base
 * where they evaluated it: judged, scored and estimated anew. Latencies are left out, as they were not measured on one
 * machine.
 * @throws UserError where the shards are not whole, or not of one evaluation
 */
export function mergeShardReports(shards: readonly ShardReport[]): MergedShards {
  checkShards(shards)
  const { seed, base } = shards[0]!
  return { seed, report: mergeSides(shards), base: base && { ...base, report: mergedBase(shards) } }
}

function mergedBase(shards: readonly ShardReport[]): EvaluationReport | null {
  const sides = shards.flatMap(({ base }) => base?.side ?? [])
  return sides.length === 0 ? null : mergeSides(sides)
}

function mergeSides(sides: readonly ShardSide[]): EvaluationReport {
  const { report, seed } = sides[0]!
  const reports = sides.map((side) => side.report)
  const { match, primary, fingerprints } = report
  const merged = buildReport({
    ...report,
    primary,
    match,
    metrics: report.metrics.map(parseMetric),
    evalSet: { ...report.evalSet, fingerprint: fingerprints.evalSet, queries: queriesOf(report) },
    documents: Object.entries(report.documents).map(([id, hash]) => ({ id, hash, text: '' })),
    skipped: report.corpus.skipped,
    source: report.corpus.source,
    strategies: Object.entries(report.strategies).map(([name, strategy]) => evaluated(name, strategy, reports)),
    seed,
    // Some are about the questions of a shard alone.
    warnings: [...new Set(reports.flatMap(({ warnings }) => warnings))],
    canaries: canariesOf(reports),
    varying: null,
  })
  // The chunks are not here; each shard knew all of them.
  const strategies = Object.entries(merged.strategies).map(([name, strategy]) => {
    const { ceiling, index, parts } = report.strategies[name]!
    return [name, { ...strategy, ceiling, ...(index && { index }), ...(parts && { parts }) }]
  })
  return { ...merged, strategies: Object.fromEntries(strategies), ...timed(reports) }
}

/** What the questions took, for the shards of a later run; nothing where any shard left it out. */
function timed(reports: readonly EvaluationReport[]): Pick<EvaluationReport, 'timing'> {
  if (reports.some(({ timing }) => timing?.queries === undefined)) return {}
  const queries = Object.fromEntries(reports.flatMap(({ timing }) => Object.entries(timing!.queries!)))
  // What all shards together asked.
  const models = addedLines(reports.flatMap(({ timing }) => timing?.models ?? []))
  return { timing: { queries, ...(models.length > 0 && { models }) } }
}

/** Of each model, as the first shard that could ask it has them; in the order of an unsharded run. */
function canariesOf(reports: readonly EvaluationReport[]): NonNullable<EvaluationReport['canaries']> {
  const all = reports.flatMap(({ canaries = [] }) => canaries)
  const byModel = groupBy(all, ({ model }) => model)
  return Array.from(byModel.values(), ([first]) => first!).sort((a, b) => compareCodeUnits(a.model, b.model))
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
