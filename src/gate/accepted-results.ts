import type { Acceptance } from '../baseline/acceptance-schema.ts'
import { type Accepted, acceptanceOfQuery, acceptanceOfRule } from './accepted.ts'
import type { PinnedFailure, RuleResult } from './verdict.ts'

/** A rule's failure that somebody answers for warns, and says who. */
export function acceptResult(result: RuleResult, accepted: Accepted): RuleResult {
  if (result.status !== 'fail') return result
  const acceptance = acceptanceOfRule(accepted, result.rule.metric, result.strategy)
  if (acceptance === undefined) return result
  return { ...result, status: 'warn', why: `${result.why}, which is accepted (${answeredFor(acceptance)})` }
}

export function isAcceptedFailure({ query, strategy }: PinnedFailure, accepted: Accepted): boolean {
  return acceptanceOfQuery(accepted, query, strategy) !== undefined
}

/** "alice until 2026-12-31: the page is retired" */
export function answeredFor({ who, until, reason }: Acceptance): string {
  return `${who}${until === undefined ? '' : ` until ${until}`}: ${reason}`
}
