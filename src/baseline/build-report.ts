import { compareCodeUnits } from '../code-units.ts'
import { ceiling } from '../judging/ceiling.ts'
import { judge } from '../judging/judge.ts'
import type { MatchRule } from '../judging/match.ts'
import type { Metric } from '../metrics/metric.ts'
import type { Chunk, Document, EvalSet, Hit, Query, Run } from '../model.ts'
import { Draws } from '../statistics/draws.ts'
import { ChunkTable } from './chunk-table.ts'
import { engineLatency } from './engine-latency.ts'
import {
  type DocumentsSource,
  type EvaluationReport,
  type IndexReport,
  type ReportQuery,
  SCHEMA_VERSION,
  type StrategyReport,
  type Timing,
} from './report-schema.ts'
import { summarise, summariseLatency } from './summarise.ts'

export interface EvaluatedStrategy {
  readonly name: string
  readonly type: string
  readonly fingerprint: string
  readonly minScore?: number
  readonly renamedFrom?: string
  readonly external: boolean
  readonly chunks: readonly Chunk[] | null
  /** Neighbouring chunks are handed out as one hit. */
  readonly merges?: boolean
  /** What its index takes; `size` is null where that is not known here. */
  readonly index?: { readonly size: Pick<IndexReport, 'bytes' | 'counts'> | null }
  /** Names of the strategies that it is made of. */
  readonly parts?: readonly string[]
  readonly run: Run
  /** Milliseconds of single queries; empty where nothing was timed. */
  readonly latency: readonly number[]
}

export interface EvaluationParts
  extends Pick<
    EvaluationReport,
    'tool' | 'name' | 'commit' | 'fingerprints' | 'depth' | 'gate' | 'warnings' | 'primary'
  > {
  readonly match: MatchRule
  readonly metrics: readonly Metric[]
  readonly evalSet: EvalSet
  readonly documents: readonly Document[]
  readonly skipped: Readonly<Record<string, number>>
  /** Where the documents are from, if not from beside the config. */
  readonly source?: DocumentsSource | undefined
  readonly canaries?: EvaluationReport['canaries']
  readonly strategies: readonly EvaluatedStrategy[]
  readonly seed: string
  /** What varies between identical runs; null leaves it out. */
  readonly varying: { readonly timing: Timing; readonly platform: Record<string, string> } | null
  /** Strategies that are scored, of how many. */
  progress?(done: number, total: number): void
}

/** Everything a run measured, judged and estimated: the evaluation half of `report.json`. */
export function buildReport(parts: EvaluationParts): EvaluationReport {
  const queries = [...parts.evalSet.queries].sort((a, b) => compareCodeUnits(a.id, b.id))
  const table = new ChunkTable()
  const draws = new Draws(parts.seed)
  const strategies = parts.strategies.map((strategy, index) => {
    parts.progress?.(index, parts.strategies.length)
    return [strategy.name, strategyReport(strategy, queries, { ...parts, draws }, table)]
  })
  const latencies = parts.strategies.map(({ name, latency, run }) => [
    name,
    { ...summariseLatency(latency, parts.metrics, draws), ...engineLatency(run, parts.metrics, draws) },
  ])
  const { tool, name, commit, fingerprints, match, depth, primary, gate, warnings, varying } = parts
  return {
    schemaVersion: SCHEMA_VERSION,
    tool,
    name,
    commit,
    fingerprints,
    evalSet: { path: parts.evalSet.path, format: parts.evalSet.format, queries: queries.length },
    match,
    depth,
    metrics: parts.metrics.map(({ id }) => id),
    primary,
    gate,
    corpus: {
      documents: parts.documents.length,
      skipped: { ...parts.skipped },
      ...(parts.source === undefined ? {} : { source: parts.source }),
    },
    documents: Object.fromEntries(
      [...parts.documents].sort((a, b) => compareCodeUnits(a.id, b.id)).map(({ id, hash }) => [id, hash]),
    ),
    queries: Object.fromEntries(queries.map((query) => [query.id, reportQuery(query)])),
    strategies: Object.fromEntries(strategies),
    chunks: table.chunks,
    warnings: [...warnings],
    ...(parts.canaries === undefined || parts.canaries.length === 0 ? {} : { canaries: parts.canaries }),
    ...(varying === null ? {} : { ...varying, latency: Object.fromEntries(latencies) }),
  }
}

function reportQuery({ id: _, tags, pinned, judgments, ...query }: Query): ReportQuery {
  return {
    ...query,
    judgments: judgments.map((judgment) => ({ ...judgment })),
    ...(tags.length > 0 ? { tags: [...tags] } : {}),
    ...(pinned ? { pinned } : {}),
  }
}

function strategyReport(
  strategy: EvaluatedStrategy,
  queries: readonly Query[],
  { match, depth, metrics, draws }: EvaluationParts & { readonly draws: Draws },
  table: ChunkTable,
): StrategyReport {
  const { type, fingerprint, minScore = null, external, renamedFrom, run } = strategy
  const answered = queries.filter(({ id }) => run.rankings.has(id))
  const judged = answered.map((query) =>
    judge(query.judgments, run.rankings.get(query.id)!, { match, depth, minScore }),
  )
  const rankings = answered.map((query, index) => {
    const answerable = query.judgments.some((judgment) => judgment.grade > 0)
    return { query, judged: { id: query.id, answerable, ranking: judged[index]!.ranking } }
  })
  const shown = judged.flatMap(({ positions }) => positions.slice(0, 10).map(({ hit }) => hit.tokens))
  return {
    type,
    fingerprint,
    minScore,
    external,
    ...(renamedFrom === undefined ? {} : { renamedFrom }),
    ...summarise(rankings, metrics, draws),
    rankings: perQuery(answered, ({ id }) => run.rankings.get(id)!.hits.map((hit: Hit) => table.position(hit))),
    confidence: perQuery(answered, ({ id }) => run.rankings.get(id)!.confidence),
    errors: perQuery(queries, ({ id }) => run.errors.get(id)),
    cutShort: answered.filter(({ id }) => run.rankings.get(id)!.cutShort).map(({ id }) => id),
    ceiling:
      strategy.chunks === null ? null : ceiling(queries, strategy.chunks, { match, merges: strategy.merges ?? false }),
    tokensPerHit: meanOf(shown.filter((tokens) => tokens !== undefined)),
    ...indexOf(strategy),
    ...(strategy.parts === undefined || strategy.parts.length === 0 ? {} : { parts: [...strategy.parts] }),
  }
}

function indexOf({ index, chunks }: EvaluatedStrategy): { index?: IndexReport } {
  if (index === undefined || index.size === null || chunks === null) return {}
  const { bytes, counts } = index.size
  return { index: { chunks: chunks.length, bytes, counts: { ...counts } } }
}

function perQuery<T>(queries: readonly Query[], read: (query: Query) => T | undefined): Record<string, T> {
  return Object.fromEntries(
    queries.flatMap((query): [string, T][] => {
      const value = read(query)
      return value === undefined ? [] : [[query.id, value]]
    }),
  )
}

function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
}
