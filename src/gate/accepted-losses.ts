import type { Comparison, PairedScores, StrategyComparison } from '../comparison/comparison.ts'
import { type Accepted, acceptanceOfQuery } from './accepted.ts'
import type { GateInput } from './gate-input.ts'

/** The same comparison with every accepted loss counted as no change: the question stays among the pairs. */
export function withoutAcceptedLosses(input: GateInput, accepted: Accepted): GateInput {
  if (input.comparison === null || !accepted.active.some(({ query }) => query !== undefined)) return input
  const strategies = input.comparison.strategies.map((strategy) => forgive(strategy, accepted, input))
  const comparison: Comparison = { ...input.comparison, strategies }
  return { ...input, comparison }
}

function forgive(compared: StrategyComparison, accepted: Accepted, input: GateInput): StrategyComparison {
  const isAccepted = (id: string) => acceptanceOfQuery(accepted, id, compared.strategy) !== undefined
  const all = (metrics: StrategyComparison['metrics']) =>
    Object.fromEntries(
      Object.entries(metrics).map(([metric, scores]) => [metric, forgiveScores(scores, metric, isAccepted, input)]),
    )
  const { metrics, oldJudgments, erredAsZero, changes } = compared
  return {
    ...compared,
    metrics: all(metrics),
    ...(oldJudgments === undefined ? {} : { oldJudgments: all(oldJudgments) }),
    ...(erredAsZero === undefined ? {} : { erredAsZero: all(erredAsZero) }),
    changes: changes.filter(({ id, difference }) => difference >= 0 || !isAccepted(id)),
  }
}

function forgiveScores(
  scores: PairedScores,
  metric: string,
  isAccepted: (id: string) => boolean,
  { metricOf }: GateInput,
): PairedScores {
  const better = metricOf(metric).family.higherIsBetter ? Math.max : Math.min
  const now = scores.now.map((value, index) =>
    isAccepted(scores.ids[index]!) ? better(value, scores.base[index]!) : value,
  )
  return { ...scores, now }
}
