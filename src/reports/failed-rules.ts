import { groupBy } from '../group-by.ts'
import type { Outcome, ReportOptions } from './report.ts'
import { ruleName, ruleResults } from './rule-results.ts'
import { strategiesNamed } from './strategies-named.ts'

/**
 * Every rule that fails, with its strategies, where more fails than what the headline says: "ndcg@10, a drop of at most
 * 0.020 (`bm25`, `dense`)".
 */
export function failedRules(outcome: Outcome, options: ReportOptions): readonly string[] {
  const failed = ruleResults(outcome, options).filter(({ status }) => status === 'fail')
  if (outcome.verdict.status !== 'fail' || failed.length < 2) return []
  const rules = groupBy(failed, ({ rule, expected }) => `${ruleName(rule)}, ${expected}`)
  return [...rules].map(([rule, results]) => {
    const names = results.map(({ strategy }) => strategy)
    return `${rule} (${strategiesNamed(outcome, names)})`
  })
}
