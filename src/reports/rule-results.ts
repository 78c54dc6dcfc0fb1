import type { Rule } from '../gate/rule.ts'
import type { RuleResult } from '../gate/verdict.ts'
import type { Outcome, ReportOptions } from './report.ts'

/** Every rule on every strategy, without those on latency where everything that varies is left out. */
export function ruleResults({ verdict }: Outcome, { timing }: ReportOptions): readonly RuleResult[] {
  return timing ? [...verdict.results, ...verdict.latency] : verdict.results
}

/** Durations differ between identical runs. */
export function isLatency(metric: string): boolean {
  return metric.startsWith('latency')
}

/** The rule as one would say it: ``ndcg@10 where category is `call_chain` ``. */
export function ruleName({ metric, where, worst }: Rule): string {
  const slice = Object.entries(where ?? {}).map(([attribute, value]) => `${attribute} is \`${value}\``)
  const parts = [metric]
  if (slice.length > 0) parts.push(`where ${slice.join(' and ')}`)
  if (worst !== undefined) parts.push(`on the worst ${worst}`)
  return parts.join(' ')
}

/** Whether a rule is about all queries, so that its numbers are the strategy's own. */
export function isWhole({ where, worst }: Rule): boolean {
  return where === undefined && worst === undefined
}
