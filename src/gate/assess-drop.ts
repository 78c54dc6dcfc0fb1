import type { PairedScores, StrategyComparison } from '../comparison/comparison.ts'
import type { Metric } from '../metrics/metric.ts'
import { count } from '../numbers.ts'
import { roundDifference } from '../round-difference.ts'
import { type OneSidedBound, oneSidedBound } from '../statistics/one-sided-bound.ts'
import { type PairedEvidence, pairedEvidence } from '../statistics/paired-evidence.ts'
import { dropLimit } from './drop-limit.ts'
import type { GateInput } from './gate-input.ts'
import type { Rule } from './rule.ts'
import { inSlice } from './slice.ts'
import { subject } from './subject.ts'

/** Which of the comparison's scores a decision rests on. */
export type View = 'today' | 'old judgments' | 'errors as zero'

/** What one `maxDrop` rule saw of one strategy, before Holm's adjustment. */
export interface DropAssessment {
  readonly rule: Rule
  readonly strategy: string
  readonly baseline: number
  readonly now: number
  /** now - baseline. */
  readonly change: number
  /** base - now for a metric where higher is better, else now - base: positive is a loss. */
  readonly drop: number
  readonly limit: number
  /** The most that the metric can differ on one query: 1 for most, 2 for `oce`. */
  readonly span: number
  /** The size of the steps that its scores come in; 0 where they have none. */
  readonly step: number
  /** Null for a metric of all queries at once, which has no pairs. */
  readonly evidence: PairedEvidence | null
  readonly bound: OneSidedBound | null
}

export type DropOutcome =
  | DropAssessment
  | { readonly rule: Rule; readonly strategy: string; readonly invalid: string }
  | { readonly rule: Rule; readonly strategy: string; readonly notCompared: string }

/** One `maxDrop` rule on one strategy. */
export function assessDrop(rule: Rule, strategy: string, input: GateInput, view: View): DropOutcome {
  const at = { rule, strategy }
  if (input.comparison === null) return { ...at, notCompared: input.baselineNote }
  const compared = input.comparison.strategies.find((candidate) => candidate.strategy === strategy)
  if (compared === undefined) return { ...at, notCompared: whyUncompared(strategy, input) }
  if (rule.worst !== undefined) {
    return { ...at, invalid: `no shared question has a ${rule.worst}, so there is no worst one` }
  }
  const metric = input.metricOf(rule.metric)
  if (metric.kind === 'set') return assessSet(rule, compared, metric)
  const scores = scoresOf(compared, view)[metric.id]
  if (scores === undefined) return { ...at, invalid: `${metric.id} was not computed for ${strategy}` }
  if (scores.unavailable !== undefined) return { ...at, invalid: scores.unavailable }
  const paired = only(scores, rule, input)
  const invalid = tooFew(paired.ids.length, rule)
  return invalid === null ? assessPairs(rule, compared, paired, input) : { ...at, invalid }
}

function whyUncompared(strategy: string, { notRecomputed = [] }: GateInput): string {
  return notRecomputed.includes(strategy)
    ? `${strategy} reaches something outside this job, which cannot be rebuilt for the base`
    : `the baseline has no strategy ${strategy}`
}

function scoresOf(compared: StrategyComparison, view: View): StrategyComparison['metrics'] {
  if (view === 'old judgments') return compared.oldJudgments ?? compared.metrics
  if (view === 'errors as zero') return compared.erredAsZero ?? compared.metrics
  return compared.metrics
}

function only(scores: PairedScores, rule: Rule, { head }: GateInput): PairedScores {
  if (rule.where === undefined) return scores
  const kept = scores.ids.map((id, index) => ({ id, index })).filter(({ id }) => inSlice(head.queries[id]!, rule.where))
  return {
    metric: scores.metric,
    ids: kept.map(({ id }) => id),
    base: kept.map(({ index }) => scores.base[index]!),
    now: kept.map(({ index }) => scores.now[index]!),
  }
}

function tooFew(pairs: number, rule: Rule): string | null {
  if (pairs === 0) return `nothing to compare: no question has ${subject(rule)} on both sides`
  if (pairs >= rule.minPairs) return null
  return `only ${count(pairs, 'question')} to compare ${subject(rule)} on, and minPairs is ${rule.minPairs}`
}

function assessPairs(rule: Rule, compared: StrategyComparison, paired: PairedScores, input: GateInput): DropAssessment {
  const clusters = paired.ids.map((id) => input.head.queries[id]!.cluster)
  const evidence = pairedEvidence(paired.base, paired.now, {
    clusters,
    seed: `${input.seed} ${rule.metric}`,
    ...(input.flips === undefined ? {} : { flips: input.flips }),
  })
  const baseline = mean(paired.base)
  const change = roundDifference(evidence.difference)
  const provable = rule.confidence === 'prove-safe' && 'maxDrop' in rule
  const metric = input.metricOf(rule.metric)
  const { range, higherIsBetter } = metric.family
  const span = range[1] - range[0]
  const [better, worse] = higherIsBetter ? [paired.base, paired.now] : [paired.now, paired.base]
  return {
    rule,
    strategy: compared.strategy,
    baseline,
    now: mean(paired.now),
    change,
    drop: dropOf(change, metric),
    limit: dropLimit(rule, baseline),
    span,
    step: metric.family.step ?? 0,
    evidence,
    bound: provable
      ? oneSidedBound(better, worse, {
          clusters,
          identical: compared.identical,
          worstDrop: span,
        })
      : null,
  }
}

function assessSet(rule: Rule, compared: StrategyComparison, metric: Metric): DropOutcome {
  const at = { rule, strategy: compared.strategy }
  const set = compared.sets[rule.metric]
  if (rule.where !== undefined)
    return { ...at, invalid: `${rule.metric} is one number for all questions, so it has no slices` }
  if (set === undefined || set.base === null || set.now === null) {
    return { ...at, invalid: `${rule.metric} is n/a: it needs answerable and unanswerable questions` }
  }
  const change = roundDifference(set.now - set.base)
  return {
    ...at,
    baseline: set.base,
    now: set.now,
    change,
    drop: dropOf(change, metric),
    limit: dropLimit(rule, set.base),
    span: metric.family.range[1] - metric.family.range[0],
    step: 0,
    evidence: null,
    bound: null,
  }
}

/** Positive is a loss, whichever way the metric points. */
function dropOf(change: number, { family }: Metric): number {
  return change === 0 ? 0 : family.higherIsBetter ? -change : change
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
