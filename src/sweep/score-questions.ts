import { compareCodeUnits } from '../code-units.ts'
import { judge } from '../judging/judge.ts'
import type { MatchRule } from '../judging/match.ts'
import type { RankingMetric } from '../metrics/metric.ts'
import { enters } from '../metrics/score-rankings.ts'
import type { Query, Ranking, Run } from '../model.ts'
import type { Scored } from './measured.ts'

export interface ScoreOptions {
  readonly metric: RankingMetric
  readonly budgetMetric: RankingMetric | null
  readonly match: MatchRule
  readonly depth: number
  readonly minScore: number | null
}

/** The questions that have a score under a metric, whatever is retrieved for them, in code-unit order of their ids. */
export function scorable(queries: readonly Query[], metric: RankingMetric, match: MatchRule): Query[] {
  const nothing: Ranking = { hits: [] }
  return queries
    .filter(({ judgments }) => {
      const answerable = judgments.some(({ grade }) => grade > 0)
      if (!enters(answerable, metric.family.population)) return false
      return metric.score(judge(judgments, nothing, { match, depth: 1 }).ranking) !== null
    })
    .sort((a, b) => compareCodeUnits(a.id, b.id))
}

/** A run's rankings, judged and scored; what erred, and what has no score after all. */
export function scoreQuestions(
  queries: readonly Query[],
  run: Run,
  { metric, budgetMetric, match, depth, minScore }: ScoreOptions,
): { scored: Scored[]; errors: Map<string, string> } {
  const scored: Scored[] = []
  const errors = new Map(run.errors)
  for (const query of queries) {
    const ranking = run.rankings.get(query.id)
    if (ranking === undefined) continue
    const judged = judge(query.judgments, ranking, { match, depth, minScore }).ranking
    const score = metric.score(judged)
    if (score === null) errors.set(query.id, `has no score under ${metric.id}`)
    else scored.push({ query, score, budget: budgetMetric?.score(judged) ?? null })
  }
  return { scored, errors }
}
