import type { EvaluationReport } from '../baseline/report-schema.ts'
import { ownEntry } from '../own-entry.ts'
import { type PairedEvidence, pairedEvidence } from '../statistics/paired-evidence.ts'

/** Which two strategies of a report are compared, by which metric, over which questions (all unless given). */
export interface StrategyPair {
  readonly strategy: string
  /** What it is held against. */
  readonly against: string
  readonly metric: string
  readonly ids?: readonly string[]
}

/** The evidence, and the means over the questions that both answered; null where there are none. */
export interface StrategyEvidence extends PairedEvidence {
  readonly means: { readonly strategy: number; readonly against: number } | null
}

/** Sign flips behind a p; fewer over many questions, as many pairs of strategies are compared for one report. */
const MOST_FLIPS = 10_000
const FEWEST_FLIPS = 1000
const MOST_SIGNS = 50_000_000

/** Two strategies of one report compared, question by question: the differences are `strategy` - `against`. */
export function strategyEvidence(report: EvaluationReport, pair: StrategyPair): StrategyEvidence {
  const { strategy, against, metric, ids = Object.keys(report.queries) } = pair
  const scoreOf = (name: string, id: string) => ownEntry(ownEntry(report.strategies[name]?.queries, id), metric)
  const both = ids.flatMap((id) => {
    const [theirs, ours] = [scoreOf(against, id), scoreOf(strategy, id)]
    return typeof theirs === 'number' && typeof ours === 'number' ? [{ id, theirs, ours }] : []
  })
  const theirs = both.map((one) => one.theirs)
  const ours = both.map((one) => one.ours)
  const clusters = both.map(({ id }) => report.queries[id]?.cluster)
  const flips = Math.max(FEWEST_FLIPS, Math.min(MOST_FLIPS, Math.floor(MOST_SIGNS / Math.max(1, both.length))))
  return {
    ...pairedEvidence(theirs, ours, { clusters, seed: `strategies by ${metric}`, flips }),
    means: both.length === 0 ? null : { strategy: mean(ours), against: mean(theirs) },
  }
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
