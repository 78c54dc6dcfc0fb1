import type { RuleStatus, Status } from '../gate/verdict.ts'
import { pinnedOn } from './pinned-on.ts'
import type { Outcome } from './report.ts'

const MARKS: Readonly<Record<Status | RuleStatus, string>> = {
  pass: '✅',
  fail: '❌',
  warn: '🔶',
  invalid: '⚠️',
  'not compared': '➖',
}

const WORST_FIRST: readonly RuleStatus[] = ['fail', 'invalid', 'warn', 'pass', 'not compared']

/** The sign in front of a verdict or a rule's result. */
export function statusMark(status: Status | RuleStatus): string {
  return MARKS[status]
}

/** The worst of what rules and pinned questions say about a strategy; `null` where none looks at it. */
export function strategyStatus({ verdict }: Outcome, strategy: string): RuleStatus | null {
  if (pinnedOn(verdict, strategy).length > 0) return 'fail'
  const statuses = new Set(
    [...verdict.results, ...verdict.latency].filter((one) => one.strategy === strategy).map(({ status }) => status),
  )
  return WORST_FIRST.find((status) => statuses.has(status)) ?? null
}
