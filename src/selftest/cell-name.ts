import { subject } from '../gate/subject.ts'
import type { RuleResult } from '../gate/verdict.ts'

/** A rule on a strategy, as one would name it; what results are counted by. */
export function cellName({ rule, strategy }: Pick<RuleResult, 'rule' | 'strategy'>): string {
  const { maxDrop, min, max, confidence, level } = rule
  const parts = [
    `${strategy}: ${subject(rule)}`,
    ...(maxDrop === undefined
      ? []
      : [`maxDrop ${'absolute' in maxDrop ? maxDrop.absolute : `${maxDrop.share * 100}%`}`]),
    ...(min === undefined ? [] : [`min ${min}`]),
    ...(max === undefined ? [] : [`max ${max}`]),
    ...(confidence === 'observed' ? [] : [confidence]),
    ...(level === 'warn' ? ['(warns)'] : []),
  ]
  return parts.join(' ')
}
