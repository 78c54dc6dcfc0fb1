import { milliseconds, score } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { dropLimit } from './drop-limit.ts'
import type { GateInput } from './gate-input.ts'
import type { Rule } from './rule.ts'
import { soften } from './soften.ts'
import type { RuleResult } from './verdict.ts'

/** One way to bound a rise of latency, given the baseline's. */
interface Bound {
  readonly expected: string
  /** Milliseconds. */
  allowed(baseline: number): number
}

/** `maxRatio` and `maxDrop` of one latency rule on one strategy, where the two sides can be compared at all. */
export function compareLatency(rule: Rule, strategy: string, input: GateInput): RuleResult[] {
  if (input.metricOf(rule.metric).kind !== 'timing') return []
  return boundsOf(rule).map((bound) => compare(rule, strategy, bound, input))
}

function boundsOf(rule: Rule): Bound[] {
  const { maxRatio, maxDrop } = rule
  const bounds: Bound[] = []
  if (maxRatio !== undefined) {
    bounds.push({ expected: `at most ${plain(maxRatio)} times the baseline`, allowed: (base) => maxRatio * base })
  }
  if (maxDrop !== undefined) {
    const rise = 'absolute' in maxDrop ? milliseconds(maxDrop.absolute) : `${plain(maxDrop.share * 100)} %`
    bounds.push({ expected: `at most ${rise} slower`, allowed: (base) => base + dropLimit(rule, base) })
  }
  return bounds
}

function compare(rule: Rule, strategy: string, { expected, allowed }: Bound, input: GateInput): RuleResult {
  const now = ownEntry(input.head.latency, strategy)?.[rule.metric]?.point ?? null
  const baseline = ownEntry(input.comparableLatency ?? undefined, strategy)?.[rule.metric]?.point ?? null
  const at = { rule, strategy, expected, baseline, now, evidence: null, notes: [] }
  if (now === null || baseline === null || baseline === 0) {
    return { ...at, status: 'not compared', actual: 'nothing to compare', why: whyNot(rule, input, now), change: null }
  }
  const actual = `${score(now / baseline)} times the baseline`
  const status = soften(now > allowed(baseline) ? 'fail' : 'pass', rule.level)
  const why = `${rule.metric} went from ${milliseconds(baseline)} to ${milliseconds(now)}, ${actual}; allowed is ${expected}`
  return { ...at, status, actual, why, change: now - baseline }
}

/** Three decimals at most, without zeros at the end. */
function plain(value: number): string {
  return String(Number(value.toFixed(3)))
}

function whyNot(rule: Rule, input: GateInput, now: number | null): string {
  if (input.comparison === null) return input.baselineNote
  if (input.comparableLatency === null) {
    return 'latencies compare only where both sides were measured in one job on one machine; these were not'
  }
  const side = now === null ? 'in this run' : 'at base'
  return `${rule.metric} is n/a ${side}: too few questions were timed for this quantile`
}
