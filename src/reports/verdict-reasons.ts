import { pinnedByQuestion, pinnedReason } from '../gate/pinned-by-question.ts'
import { resultReason } from '../gate/result-reason.ts'
import type { Outcome } from './report.ts'

/** Why the verdict could not be decided, where there is more to say than the headline does. */
export function undecidedReasons({ verdict }: Outcome): readonly string[] {
  if (verdict.status !== 'invalid') return []
  const failed = [...verdict.results, ...verdict.latency].filter(({ status }) => status === 'fail').map(resultReason)
  const decided = new Set([...failed, ...pinnedByQuestion(verdict.pinned).map(pinnedReason)])
  const reasons = verdict.reasons.filter((reason) => !decided.has(reason))
  return reasons.length === 1 && verdict.headline.endsWith(reasons[0]!) ? [] : reasons
}
