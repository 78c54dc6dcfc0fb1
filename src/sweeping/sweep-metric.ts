import type { Config } from '../config/config.ts'
import { UserError } from '../errors.ts'
import type { RankingMetric } from '../metrics/metric.ts'
import { parseMetric } from '../metrics/parse-metric.ts'

const DEFAULT_METRIC = 'ndcg@10'

/** The metric that settings are compared by: the given one, else that of the first rule on scores of single questions. */
export function sweepMetric({ gate }: Config, wanted: string | undefined): RankingMetric {
  if (wanted !== undefined) return rankingMetric(wanted)
  const metrics = gate.filter(({ where, worst }) => where === undefined && worst === undefined)
  const gated = metrics.map(({ metric }) => parseMetric(metric)).find(isRanking)
  return gated ?? rankingMetric(DEFAULT_METRIC)
}

function rankingMetric(id: string): RankingMetric {
  const metric = parseMetric(id)
  if (isRanking(metric)) return metric
  throw new UserError({
    what: 'settings are compared question by question, and this metric has no score of single questions',
    expected: 'a metric such as ndcg@10, recall@5 or mrr',
    found: metric.id,
    hint: 'name one with `--metric`',
  })
}

function isRanking(metric: ReturnType<typeof parseMetric>): metric is RankingMetric {
  return metric.kind === 'ranking'
}
