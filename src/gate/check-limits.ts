import { milliseconds, toldApart } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { roundDifference } from '../round-difference.ts'
import type { GateInput } from './gate-input.ts'
import type { Rule } from './rule.ts'
import { inSlice } from './slice.ts'
import { soften } from './soften.ts'
import { subject } from './subject.ts'
import type { RuleResult, RuleStatus } from './verdict.ts'

interface Limit {
  readonly allowed: number
  readonly bound: 'at least' | 'at most'
  readonly beyond: 'below' | 'above'
}

/** `min` and `max` of one rule on one strategy: what head has, on a protected base's questions and answers where there is one. */
export function checkLimits(rule: Rule, strategy: string, input: GateInput): RuleResult[] {
  const { min, max } = rule
  const limits: Limit[] = [
    ...(min === undefined ? [] : [{ allowed: min, bound: 'at least', beyond: 'below' } as const]),
    ...(max === undefined ? [] : [{ allowed: max, bound: 'at most', beyond: 'above' } as const]),
  ]
  return limits.map((limit) => check(rule, strategy, limit, input))
}

function check(rule: Rule, strategy: string, { allowed, bound, beyond }: Limit, input: GateInput): RuleResult {
  const now = valueNow(rule, strategy, input)
  const timing = input.metricOf(rule.metric).kind === 'timing'
  const [shown, wanted] = timing ? [milliseconds(now), milliseconds(allowed)] : toldApart(now ?? 0, allowed)
  const holds = now !== null && (bound === 'at least' ? now >= allowed : now <= allowed)
  const status: RuleStatus = now !== null ? (holds ? 'pass' : 'fail') : timing ? 'not compared' : 'invalid'
  return {
    rule,
    strategy,
    status: soften(status, rule.level),
    expected: `${bound} ${wanted}`,
    actual: now === null ? 'n/a' : shown,
    why:
      now === null
        ? `${subject(rule)} is n/a: ${timing ? 'too few questions were timed' : 'no question has a value'}`
        : `${subject(rule)} is ${shown}, ${holds ? `and ${bound} ${wanted} is asked for` : `${beyond} the ${wanted} asked for`}`,
    baseline: null,
    now,
    change: null,
    evidence: null,
    notes: [],
  }
}

function valueNow(rule: Rule, strategy: string, input: GateInput): number | null {
  const { head, metricOf } = input
  if (metricOf(rule.metric).kind === 'timing') {
    return ownEntry(head.latency, strategy)?.[rule.metric]?.point ?? null
  }
  const protectedScores = input.protect === true ? scoresUnderBase(rule, strategy, input) : undefined
  if (protectedScores !== undefined) return protectedScores.length === 0 ? null : roundDifference(mean(protectedScores))
  const kept = ownEntry(head.strategies, strategy)
  const value =
    rule.where === undefined ? kept?.summary[rule.metric]?.point : sliceMean(rule, kept?.queries ?? {}, head)
  return value === undefined || value === null ? null : roundDifference(value)
}

function sliceMean(
  rule: Rule,
  scores: Readonly<Record<string, Readonly<Record<string, number | null>>>>,
  head: GateInput['head'],
): number | null {
  const values = Object.entries(scores)
    .filter(([id]) => inSlice(head.queries[id]!, rule.where))
    .map(([, ofQuery]) => ofQuery[rule.metric])
    .filter((score) => score !== null && score !== undefined)
  return values.length === 0 ? null : mean(values)
}

/** Today's scores on the base's questions with the base's answers; undefined where there is nothing to take them from. */
function scoresUnderBase(rule: Rule, strategy: string, { comparison, head }: GateInput): number[] | undefined {
  const compared = comparison?.strategies.find((one) => one.strategy === strategy)
  const scores = (compared?.oldJudgments ?? compared?.metrics)?.[rule.metric]
  if (scores === undefined || scores.unavailable !== undefined) return undefined
  return scores.now.filter((_, index) => inSlice(head.queries[scores.ids[index]!]!, rule.where))
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
