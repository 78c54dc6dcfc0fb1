import { UserError } from '../../errors.ts'
import type { RankingMetric } from '../../metrics/metric.ts'
import { parseMetric } from '../../metrics/parse-metric.ts'

/** The metrics of these ids, each once. Throws a `UserError` for one that qrels and runs do not hold enough for. */
export function scoreableMetrics(ids: readonly string[]): RankingMetric[] {
  const metrics = new Map<string, RankingMetric>()
  for (const id of ids) {
    const metric = parseMetric(id)
    const { population, name } = metric.family
    if (metric.kind !== 'ranking' || population !== 'answerable' || name === 'recall@tokens') {
      throw new UserError({
        what: `The metric "${metric.id}" cannot be taken from qrels and a run`,
        expected: 'a metric of the ranked documents of judged queries',
        hint: 'Durations, tokens and unanswerable queries are measured by `retrieval-gate run`.',
      })
    }
    metrics.set(metric.id, metric)
  }
  return [...metrics.values()]
}
