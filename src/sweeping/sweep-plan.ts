import type { Config } from '../config/config.ts'
import { namedStrategy } from '../config/named-strategy.ts'
import type { SweepGrid } from '../config/sweep-grid.ts'
import type { RankingMetric } from '../metrics/metric.ts'
import { parseMetric } from '../metrics/parse-metric.ts'
import { sweepMetric } from './sweep-metric.ts'
import { sweepSettings, type TriedSetting } from './sweep-settings.ts'

/** What a sweep compares, and by what. */
export interface SweepPlan {
  readonly strategy: string
  readonly metric: RankingMetric
  /** Where settings cut documents otherwise: what they are compared by beside the metric. */
  readonly budgetMetric: RankingMetric | null
  /** Swept keys. */
  readonly keys: readonly string[]
  readonly settings: readonly TriedSetting[]
  /** Positions kept of each ranking: enough to fill the token budget with the smallest chunks. */
  readonly depth: number
}

/** Positions that every evaluation keeps at least. */
const LEAST_DEPTH = 50

/** Chunks are about half as large as they may be, where documents are cut at headings. */
const FILLED = 0.5

/** What a config's grid comes to for one strategy. Throws `UserError` for a strategy or metric that cannot be compared. */
export function sweepPlan(
  grid: SweepGrid,
  wanted: {
    readonly strategy?: string | undefined
    readonly metric?: string | undefined
    readonly budget: number | false
  },
): SweepPlan {
  const strategy = namedStrategy(grid.config, wanted.strategy)
  const metric = sweepMetric(grid.config, wanted.metric)
  const settings = sweepSettings(grid, strategy)
  const budget = settings.some(({ cutsOtherwise }) => cutsOtherwise) && wanted.budget
  const budgetMetric = budget === false ? null : (parseMetric(`recall@tokens:${budget}`) as RankingMetric)
  const smallest = Math.min(...settings.map(({ config }) => smallestChunks(config)))
  const filling = budget === false ? 0 : Math.ceil(budget / (smallest * FILLED))
  return {
    strategy,
    metric,
    budgetMetric: budgetMetric?.id === metric.id ? null : budgetMetric,
    keys: grid.axes.map(({ key }) => key),
    settings,
    depth: Math.max(LEAST_DEPTH, metric.k ?? 0, filling),
  }
}

function smallestChunks({ chunking, strategies }: Config): number {
  return Math.min(...Object.values(strategies).map((entry) => (entry.chunking ?? chunking).maxTokens))
}
