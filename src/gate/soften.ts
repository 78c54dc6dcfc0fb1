import type { RuleStatus } from './verdict.ts'

/** A rule that only warns can neither fail nor invalidate a run. */
export function soften(status: RuleStatus, level: 'fail' | 'warn'): RuleStatus {
  if (level === 'fail') return status
  return status === 'fail' ? 'warn' : status === 'invalid' ? 'not compared' : status
}
