import { roundDifference } from '../round-difference.ts'
import type { Rule } from './rule.ts'

/** The largest drop that a `maxDrop` rule allows, in the metric's own unit. */
export function dropLimit({ maxDrop }: Pick<Rule, 'maxDrop'>, baseline: number): number {
  if (maxDrop === undefined) return 0
  return roundDifference('absolute' in maxDrop ? maxDrop.absolute : maxDrop.share * baseline)
}
