import type { EvaluationReport } from '../baseline/report-schema.ts'
import { holm } from '../statistics/holm.ts'
import type { PairedEvidence } from '../statistics/paired-evidence.ts'
import { strategyEvidence } from './strategy-evidence.ts'

/** Differences at which a strategy is told apart from the best, adjusted over all strategies. */
const LEVEL = 0.05

/** Who is ahead in one report. */
export interface Leaderboard {
  readonly metric: string
  /** Null where no strategy has a score. */
  readonly best: string | null
  /** Best first. */
  readonly standings: readonly Standing[]
}

export interface Standing {
  readonly strategy: string
  readonly point: number | null
  /** How it compares with the best, question by question; null for the best itself, and without questions in common. */
  readonly behind: Behind | null
}

/** Differences are strategy - best. */
export interface Behind extends Pick<PairedEvidence, 'n' | 'changed' | 'difference' | 'interval' | 'p'> {
  /** By Holm over the strategies; null where no question differs. */
  readonly adjustedP: number | null
  readonly distinguishable: boolean
}

/**
 * Ranks the strategies of a report by the mean of a metric and compares each with the best over the questions that both
 * answered: paired interval, and sign-flip p adjusted by Holm over the strategies. The best is picked from the same
 * questions, so that its lead is rather too large than too small. Among equals the first in `order` is the best.
 */
export function leaderboard(report: EvaluationReport, metric: string, order: readonly string[]): Leaderboard {
  const points = new Map(order.map((name) => [name, report.strategies[name]?.summary[metric]?.point ?? null]))
  const pointOrLess = (name: string) => points.get(name) ?? Number.NEGATIVE_INFINITY
  const ranked = order.toSorted((a, b) => (pointOrLess(a) === pointOrLess(b) ? 0 : pointOrLess(b) - pointOrLess(a)))
  const best = ranked.find((name) => points.get(name) !== null) ?? null
  const behind = best === null ? new Map<string, Behind>() : behindBest(report, metric, best, ranked)
  return {
    metric,
    best,
    standings: ranked.map((strategy) => ({
      strategy,
      point: points.get(strategy) ?? null,
      behind: behind.get(strategy) ?? null,
    })),
  }
}

function behindBest(
  report: EvaluationReport,
  metric: string,
  against: string,
  names: readonly string[],
): Map<string, Behind> {
  const compared = names
    .filter((name) => name !== against)
    .map((strategy) => ({ strategy, evidence: strategyEvidence(report, { strategy, against, metric }) }))
    .filter(({ evidence }) => evidence.n > 0)
  const adjusted = holm(compared.map(({ evidence }) => evidence.p ?? 1))
  return new Map(
    compared.map(({ strategy, evidence: { n, changed, difference, interval, p } }, index) => {
      const adjustedP = p === null ? null : adjusted[index]!
      const distinguishable = adjustedP !== null && adjustedP <= LEVEL
      return [strategy, { n, changed, difference, interval, p, adjustedP, distinguishable }]
    }),
  )
}
