import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { Judged } from '../judging/judge.ts'
import type { Metric } from '../metrics/metric.ts'
import { type JudgedQuery, scoreRankings } from '../metrics/score-rankings.ts'
import type { Judgment } from '../model.ts'
import type { PairedScores, StrategyComparison } from './comparison.ts'
import { type JudgingOptions, judgeFormerly, judgePairs, type PairOfRankings } from './judge-pairs.ts'
import type { Pairing } from './pair-queries.ts'
import type { QueryPair } from './pair-query.ts'
import { type PairedQuery, queryChanges } from './query-changes.ts'
import { sameRanking } from './same-ranking.ts'
import { rankingOf } from './side.ts'

export interface StrategyPair {
  readonly strategy: string
  readonly baseName: string
  readonly headline: Metric
}

export interface TwoReports {
  readonly base: EvaluationReport
  readonly head: EvaluationReport
  readonly metrics: readonly Metric[]
}

/** One strategy on both sides, under today's judgments and metric code. */
export function compareStrategy(
  { strategy, baseName, headline }: StrategyPair,
  reports: TwoReports,
  { pairs, relabelled }: Pick<Pairing, 'pairs' | 'relabelled'>,
): StrategyComparison {
  const rankings = (pair: QueryPair): PairOfRankings => ({
    pair,
    base: rankingOf(reports.base, baseName, pair.id),
    now: rankingOf(reports.head, strategy, pair.id),
  })
  const all = pairs.map(rankings)
  const erred = all.filter((one) => !isAnswered(one))
  const answered = all.filter(isAnswered)
  const judging = judgingOf(reports, baseName, strategy)
  const today = judgePairs(answered, judging, (pair) => pair.today)
  const formerly = [...answered, ...relabelled.map(rankings).filter(isAnswered)]
  const old = formerly.some(({ pair }) => pair.old !== undefined) ? judgeFormerly(formerly, judging) : null
  const withErrors = erred.length > 0 ? judgePairs(all, judging, (pair) => pair.today) : null
  const erredAt = { base: idsWithout(all, 'base'), now: idsWithout(all, 'now') }
  return {
    strategy,
    ...(baseName === strategy ? {} : { renamedFrom: baseName }),
    metrics: pairedScores(today, reports.metrics, judging.depth),
    sets: setScores(today, reports.metrics),
    ...(old === null ? {} : { oldJudgments: pairedScores(old, reports.metrics, judging.depth) }),
    ...(withErrors === null ? {} : { erredAsZero: pairedScores(withErrors, reports.metrics, judging.depth, erredAt) }),
    changes: queryChanges(today, headline, reports),
    headline: headline.id,
    erred: erred.map(({ pair }) => pair.id),
    identical: answered.every(({ base, now }) => sameRanking(base!, now!)),
  }
}

function idsWithout(pairs: readonly PairOfRankings[], side: 'base' | 'now'): ReadonlySet<string> {
  return new Set(pairs.filter((one) => one[side] === null).map(({ pair }) => pair.id))
}

function isAnswered({ base, now }: PairOfRankings): boolean {
  return base !== null && now !== null
}

function judgingOf({ base, head }: TwoReports, baseName: string, strategy: string): JudgingOptions {
  return {
    match: head.match,
    depth: Math.min(base.depth, head.depth),
    baseMinScore: base.strategies[baseName]?.minScore ?? null,
    nowMinScore: head.strategies[strategy]?.minScore ?? null,
  }
}

function isAnswerable(judgments: readonly Judgment[]): boolean {
  return judgments.some((judgment) => judgment.grade > 0)
}

function sideOf(pairs: readonly PairedQuery[], side: 'base' | 'now'): JudgedQuery[] {
  return pairs.map((pair) => ({
    id: pair.id,
    answerable: isAnswerable(pair.judgments.now),
    ranking: (pair[side] as Judged).ranking,
  }))
}

/** Queries that count as 0 on a side, whatever their (empty) ranking would score. */
interface ErredAt {
  readonly base: ReadonlySet<string>
  readonly now: ReadonlySet<string>
}

const NOWHERE: ErredAt = { base: new Set(), now: new Set() }

function pairedScores(pairs: readonly PairedQuery[], metrics: readonly Metric[], depth: number, erredAt = NOWHERE) {
  const base = scoreRankings(sideOf(pairs, 'base'), metrics)
  const now = scoreRankings(sideOf(pairs, 'now'), metrics)
  const scores: Record<string, PairedScores> = {}
  for (const { kind, id, k = 0 } of metrics) {
    if (kind !== 'ranking') continue
    scores[id] = k > depth ? tooDeep(id, depth) : bothSides(id, base.get(id)!, now.get(id)!, erredAt)
  }
  return scores
}

function tooDeep(metric: string, depth: number): PairedScores {
  const unavailable = `${metric} looks deeper than the ${depth} positions that both reports keep`
  return { metric, ids: [], base: [], now: [], unavailable }
}

type Scores = ReadonlyMap<string, number | null>

function bothSides(metric: string, base: Scores, now: Scores, erredAt: ErredAt): PairedScores {
  const ids = [...base.keys()].filter((id) => base.get(id) != null && now.get(id) != null)
  const side = (scores: Scores, erred: ReadonlySet<string>) => ids.map((id) => (erred.has(id) ? 0 : scores.get(id)!))
  return { metric, ids, base: side(base, erredAt.base), now: side(now, erredAt.now) }
}

function setScores(pairs: readonly PairedQuery[], metrics: readonly Metric[]) {
  const base = sideOf(pairs, 'base')
  const now = sideOf(pairs, 'now')
  const sets = metrics.filter((metric) => metric.kind === 'set')
  return Object.fromEntries(sets.map((metric) => [metric.id, { base: metric.score(base), now: metric.score(now) }]))
}
