import type { EvaluationReport } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import { groupBy } from '../group-by.ts'

type Documents = EvaluationReport['documents']

/** Documents that have another name now and the same content: names to names, each at most once. */
export interface MovedDocuments {
  /** Name now -> name before. */
  readonly from: ReadonlyMap<string, string>
  /** Name before -> name now. */
  readonly to: ReadonlyMap<string, string>
}

/** Pairs what is gone with what is new by content; among equals in the order of their names. */
export function movedDocuments(before: Documents, now: Documents): MovedDocuments {
  const gone = groupBy(onlyIn(before, now), (name) => before[name]!)
  const to = new Map<string, string>()
  for (const [hash, names] of groupBy(onlyIn(now, before), (name) => now[name]!)) {
    for (const [turn, former] of (gone.get(hash) ?? []).entries()) {
      const name = names[turn]
      if (name !== undefined) to.set(former, name)
    }
  }
  return { to, from: new Map([...to].map(([former, name]) => [name, former])) }
}

function onlyIn(documents: Documents, others: Documents): string[] {
  return Object.keys(documents)
    .filter((name) => !Object.hasOwn(others, name))
    .sort(compareCodeUnits)
}
