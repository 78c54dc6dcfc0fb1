import { compareCodeUnits } from '../code-units.ts'
import { judge } from '../judging/judge.ts'
import { type MatchRule, matches } from '../judging/match.ts'
import type { Hit, Judgment, Ranking } from '../model.ts'
import type { QueryPair } from './pair-query.ts'
import type { PairedQuery } from './query-changes.ts'

/** What one strategy returned for a pair; `null` where it erred. */
export interface PairOfRankings {
  readonly pair: QueryPair
  readonly base: Ranking | null
  readonly now: Ranking | null
}

/** How both sides are judged; `minScore` is each side's own. */
export interface JudgingOptions {
  readonly match: MatchRule
  readonly depth: number
  readonly baseMinScore: number | null
  readonly nowMinScore: number | null
}

const NOTHING: Ranking = { hits: [] }

/** Judges both sides of every pair under the judgments asked for. A ranking that is missing counts as empty. */
export function judgePairs(
  pairs: readonly PairOfRankings[],
  { match, depth, baseMinScore, nowMinScore }: JudgingOptions,
  judgmentsOf: (pair: QueryPair) => QueryPair['today'],
): PairedQuery[] {
  return pairs.map(({ pair, base, now }) => {
    const judgments = judgmentsOf(pair)
    const nowHits =
      judgments === pair.today ? withoutDeparted(now ?? NOTHING, pair, judgments.now, match) : (now ?? NOTHING)
    return {
      id: pair.id,
      query: pair.query,
      judgments,
      base: judge(judgments.base, base ?? NOTHING, { match, depth, minScore: baseMinScore }),
      now: judge(judgments.now, nowHits, { match, depth, minScore: nowMinScore }),
    }
  })
}

/** Under the judgments that the baseline had, also those queries whose answers of today it cannot know. */
export function judgeFormerly(pairs: readonly PairOfRankings[], judging: JudgingOptions): PairedQuery[] {
  const inOrder = [...pairs].sort((a, b) => compareCodeUnits(a.pair.id, b.pair.id))
  return judgePairs(inOrder, judging, (pair) => pair.old ?? pair.today)
}

/** A hit on nothing but targets that left the pair has no counterpart at base, and is passed over. */
function withoutDeparted(ranking: Ranking, pair: QueryPair, kept: readonly Judgment[], match: MatchRule): Ranking {
  if (pair.departed.length === 0) return ranking
  const stays = (hit: Hit) =>
    kept.some((judgment) => matches(hit, judgment.target, match)) ||
    !pair.departed.some((target) => matches(hit, target, match))
  return { ...ranking, hits: ranking.hits.filter(stays) }
}
