import type { EvaluationReport } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import type { Judgment } from '../model.ts'
import type { UncarriedTarget } from './comparison.ts'
import { type CarryBothWays, pairQuery, type QueryPair } from './pair-query.ts'
import { sameText } from './same-text.ts'

export interface Pairing {
  readonly pairs: readonly QueryPair[]
  /** Relabelled so that no answer exists at base: no pairs, but still comparable under the old judgments. */
  readonly relabelled: readonly QueryPair[]
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly reworded: readonly string[]
  readonly uncarried: readonly UncarriedTarget[]
  readonly carriedTotal: number
  /** Of the shared queries that were pinned at base: the base's judgments in head's coordinates. */
  readonly pinned: ReadonlyMap<string, readonly Judgment[]>
}

type Asked = Pick<EvaluationReport, 'queries'>

/**
 * Pairs the queries of two reports by id and text (NFC, trimmed), in id order, and puts today's judgments into the base's
 * coordinates. A query none of whose answers existed at base leaves the pairs.
 */
export async function pairQueries(base: Asked, head: Asked, carry: CarryBothWays): Promise<Pairing> {
  const ids = Object.keys(head.queries).sort(compareCodeUnits)
  const shared = ids.filter((id) => Object.hasOwn(base.queries, id))
  const same = new Set(shared.filter((id) => sameText(base.queries[id]!.text, head.queries[id]!.text)))
  const found = await Promise.all([...same].map((id) => pairQuery(id, base.queries[id]!, head.queries[id]!, carry)))
  return {
    pairs: found.filter(({ paired }) => paired).map(({ pair }) => pair),
    relabelled: found.filter(({ pair, paired }) => !paired && pair.old !== undefined).map(({ pair }) => pair),
    added: ids.filter((id) => !Object.hasOwn(base.queries, id)),
    removed: Object.keys(base.queries)
      .sort(compareCodeUnits)
      .filter((id) => !Object.hasOwn(head.queries, id)),
    reworded: shared.filter((id) => !same.has(id)),
    uncarried: found.flatMap(({ uncarried }) => uncarried),
    carriedTotal: found.reduce((sum, { pair }) => sum + pair.query.judgments.length, 0),
    pinned: new Map(found.flatMap(({ pair, pinned }) => (pinned === undefined ? [] : [[pair.id, pinned]]))),
  }
}
