import type { EvaluationReport } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import type { Metric } from '../metrics/metric.ts'
import { carryContext, type History } from './carry-target.ts'
import { compareStrategy } from './compare-strategy.ts'
import type { Comparison } from './comparison.ts'
import { type Pairing, pairQueries } from './pair-queries.ts'
import { documentsOf } from './side.ts'

export interface CompareOptions {
  /** For people: where the baseline came from. */
  readonly base: Comparison['base']
  readonly metrics: readonly Metric[]
  /** The metric whose changes are listed for a strategy. */
  headline(strategy: string): Metric
  /** Version control's view from head to base, and from base to head; null without it. */
  readonly toBase: History | null
  readonly toHead: History | null
}

/**
 * Two evaluation reports to paired scores and per-query changes: both sides are judged again under the head's judgments
 * and today's metric code, each in its own coordinates.
 */
export async function compareReports(
  base: EvaluationReport,
  head: EvaluationReport,
  options: CompareOptions,
): Promise<Comparison> {
  const before = documentsOf(base)
  const now = documentsOf(head)
  const toBase = carryContext(now, before, options.toBase)
  const toHead = carryContext(before, now, options.toHead)
  const pairing = await pairQueries(base, head, { toBase, toHead })
  const names = Object.keys(head.strategies)
  const baseNames = new Map(names.map((name) => [name, nameAtBase(base, head, name)]))
  const strategies = names.flatMap((strategy) => {
    const baseName = baseNames.get(strategy)
    if (baseName === undefined) return []
    const headline = options.headline(strategy)
    return [compareStrategy({ strategy, baseName, headline }, { base, head, metrics: options.metrics }, pairing)]
  })
  const used = new Set(baseNames.values())
  return {
    base: options.base,
    queries: {
      shared: pairing.pairs.map((pair) => pair.id),
      added: pairing.added,
      removed: pairing.removed,
      reworded: pairing.reworded,
      rejudged: rejudged(pairing),
      pinnedRemoved: pairing.removed.filter((id) => base.queries[id]?.pinned),
      ...(pairing.pinned.size === 0 ? {} : { pinnedAnswers: Object.fromEntries(pairing.pinned) }),
      baseTotal: Object.keys(base.queries).length,
      texts: Object.fromEntries(pairing.removed.map((id) => [id, base.queries[id]!.text])),
    },
    uncarried: pairing.uncarried,
    carriedTotal: pairing.carriedTotal,
    strategies,
    missingStrategies: Object.keys(base.strategies)
      .filter((name) => !used.has(name))
      .sort(compareCodeUnits),
    newStrategies: names.filter((name) => baseNames.get(name) === undefined),
  }
}

function rejudged({ pairs, relabelled }: Pairing): string[] {
  return [...pairs.filter((pair) => pair.old !== undefined), ...relabelled].map(({ id }) => id).sort(compareCodeUnits)
}

function nameAtBase(base: EvaluationReport, head: EvaluationReport, name: string): string | undefined {
  const former = head.strategies[name]?.renamedFrom
  return [name, former].find((candidate) => candidate !== undefined && Object.hasOwn(base.strategies, candidate))
}
