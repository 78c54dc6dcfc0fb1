import type { EvaluationReport } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import { groupBy } from '../group-by.ts'
import type { PairedEvidence } from '../statistics/paired-evidence.ts'
import { strategyEvidence } from './strategy-evidence.ts'

/** What a strategy gains over one that it is made of, over all questions or those of one category. */
export interface Gain extends Pick<PairedEvidence, 'n' | 'difference' | 'interval' | 'p'> {
  readonly strategy: string
  readonly part: string
  /** Null for all questions. */
  readonly category: string | null
  /** Over the questions that both answered; null without any. */
  readonly means: { readonly strategy: number; readonly part: number } | null
}

/**
 * Compares each strategy with each of its parts, question by question: over all questions, then by category. p is not
 * adjusted: these are many looks at the same questions.
 */
export function gainsOverParts(report: EvaluationReport, metric: string, order: readonly string[]): Gain[] {
  const categories = questionsByCategory(report)
  return order.flatMap((strategy) =>
    (report.strategies[strategy]?.parts ?? []).flatMap((part) =>
      [[null, undefined] as const, ...categories].map(([category, ids]): Gain => {
        const pair = { strategy, against: part, metric, ...(ids === undefined ? {} : { ids }) }
        const { n, means, difference, interval, p } = strategyEvidence(report, pair)
        const both = means && { strategy: means.strategy, part: means.against }
        return { strategy, part, category, means: both, n, difference, interval, p }
      }),
    ),
  )
}

function questionsByCategory({ queries }: EvaluationReport): [string, string[]][] {
  const labelled = Object.keys(queries).filter((id) => queries[id]!.category !== undefined)
  return [...groupBy(labelled, (id) => queries[id]!.category!)].sort(([a], [b]) => compareCodeUnits(a, b))
}
