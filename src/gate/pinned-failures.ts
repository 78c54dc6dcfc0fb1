import { rankingOf } from '../comparison/side.ts'
import { judge } from '../judging/judge.ts'
import type { Judgment } from '../model.ts'
import { ownEntry } from '../own-entry.ts'
import type { GateInput } from './gate-input.ts'
import type { Verdict } from './verdict.ts'

/**
 * Pinned queries that fail or err on a gated strategy, or that were removed. Where the base is protected, its answers are
 * those that have to be found: a change cannot relabel a pinned question to pass.
 */
export function pinnedFailures(input: GateInput, gated: readonly string[]): Verdict['pinned'] {
  const removed = (input.comparison?.queries.pinnedRemoved ?? []).map((query) => ({ query, why: 'was removed' }))
  const failing = gated.flatMap((strategy) =>
    Object.keys(input.head.queries)
      .filter((query) => input.head.queries[query]!.pinned)
      .flatMap((query) => {
        const why = whyFailing(input, strategy, query)
        return why === null ? [] : [{ query, strategy, why }]
      }),
  )
  return [...removed, ...failing]
}

function whyFailing(input: GateInput, strategy: string, query: string): string | null {
  const { head, rules, metricOf } = input
  const ranking = rankingOf(head, strategy, query)
  if (ranking === null) return 'could not be asked'
  const former = answersOfBase(input, query)
  const judgments = former ?? head.queries[query]!.judgments
  const minScore = head.strategies[strategy]?.minScore ?? null
  const { labels } = judge(judgments, ranking, { match: head.match, depth: head.depth, minScore }).ranking
  const rule = rules.find((candidate) => candidate.level === 'fail' && candidate.strategies.includes(strategy))
  const k = (rule === undefined ? undefined : metricOf(rule.metric).k) ?? 10
  if (!judgments.some((judgment) => judgment.grade > 0)) {
    return labels.length === 0 ? null : 'should find nothing, and found something'
  }
  const answer = former === undefined ? 'no expected answer' : "none of the base branch's answers"
  return labels.slice(0, k).some((label) => label > 0) ? null : `has ${answer} in the top ${k}`
}

function answersOfBase({ comparison, protect }: GateInput, query: string): readonly Judgment[] | undefined {
  return protect === true ? ownEntry(comparison?.queries.pinnedAnswers, query) : undefined
}
