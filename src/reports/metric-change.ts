import type { PairedScores } from '../comparison/comparison.ts'
import type { RuleResult } from '../gate/verdict.ts'
import { roundDifference } from '../round-difference.ts'
import { type DifferenceInterval, differenceInterval } from '../statistics/difference-interval.ts'
import { pairedDifferences } from '../statistics/paired-differences.ts'
import type { Outcome } from './report.ts'
import { isLatency, isWhole } from './rule-results.ts'

/** One metric of one strategy on both sides; `null` is "n/a". */
export interface MetricChange {
  readonly baseline: number | null
  readonly now: number | null
  readonly change: number | null
  /** Of the difference of paired means; a metric of all queries at once has none. */
  readonly interval?: DifferenceInterval
}

/**
 * The two sides of a metric over the pairs, as the verdict has them where a rule decided on it; without anything to
 * compare, the score of now over all queries.
 */
export function metricChange(outcome: Outcome, strategy: string, metric: string): MetricChange {
  const result = [...outcome.verdict.results, ...outcome.verdict.latency].find(
    (one) => one.strategy === strategy && one.rule.metric === metric && isWhole(one.rule) && one.change !== null,
  )
  const sides = result === undefined ? compared(outcome, strategy, metric) : sidesOf(result)
  if (sides !== null) return sides
  return { baseline: null, now: nowOf(outcome, strategy, metric), change: null }
}

function sidesOf({ baseline, now, change, evidence }: RuleResult): MetricChange {
  return { baseline, now, change, ...(evidence === null ? {} : { interval: evidence.interval }) }
}

function compared({ comparison, report }: Outcome, strategy: string, metric: string): MetricChange | null {
  const found = comparison?.strategies.find((one) => one.strategy === strategy)
  const set = found?.sets[metric]
  if (set === undefined) return means(found?.metrics[metric], report)
  const { base, now } = set
  return { baseline: base, now, change: base === null || now === null ? null : roundDifference(now - base) }
}

function means(pairs: PairedScores | undefined, { queries }: Outcome['report']): MetricChange | null {
  if (pairs === undefined || pairs.unavailable !== undefined || pairs.ids.length === 0) return null
  const { ids, base, now } = pairs
  const clusters = ids.map((id) => queries[id]?.cluster)
  const interval = differenceInterval(pairedDifferences(base, now, clusters))
  return { baseline: mean(base), now: mean(now), change: roundDifference(mean(now) - mean(base)), interval }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function nowOf({ report }: Outcome, strategy: string, metric: string): number | null {
  const estimate = isLatency(metric)
    ? report.latency?.[strategy]?.[metric]
    : report.strategies[strategy]?.summary[metric]
  return estimate?.point ?? null
}
