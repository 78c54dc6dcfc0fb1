import type { Outcome } from './report.ts'
import { isLatency } from './rule-results.ts'

/** The metric that tables and lists of queries are about: the deciding rule's, else the comparison's, else the first. */
export function headlineMetric({ report, comparison, verdict }: Outcome): string {
  const deciding = verdict.deciding?.rule.metric
  if (deciding !== undefined && !isLatency(deciding)) return deciding
  return comparison?.strategies[0]?.headline ?? report.metrics.find((metric) => !isLatency(metric)) ?? 'ndcg@10'
}

/** Every quality metric of the report, the headline first. */
export function metricOrder(outcome: Outcome): readonly string[] {
  const headline = headlineMetric(outcome)
  return [headline, ...outcome.report.metrics.filter((metric) => metric !== headline && !isLatency(metric))]
}
