import type { RuleResult } from './verdict.ts'

/** A rule's result as a reason of the verdict. */
export function resultReason({ strategy, why }: Pick<RuleResult, 'strategy' | 'why'>): string {
  return `${strategy}: ${why}`
}
