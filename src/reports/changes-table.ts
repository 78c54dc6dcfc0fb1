import type { QueryChange } from '../comparison/comparison.ts'
import { difference, score } from '../numbers.ts'
import { changesOf, tellingOrder } from './changed-queries.ts'
import { headlineMetric } from './headline-metric.ts'
import { placeName } from './place.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { numeric, type Table, words } from './table.ts'

/** Every query whose score changed on any strategy, worst first within each. */
export function changesTable(outcome: Outcome): Table {
  return {
    title: `Every changed question, by ${quoted(headlineMetric(outcome))}`,
    columns: [
      words('strategy'),
      words('query'),
      words('question'),
      words('what'),
      numeric('baseline'),
      numeric('now'),
      numeric('change'),
      words('fell out'),
      words('came in'),
    ],
    rows: tellingOrder(outcome).flatMap((strategy) => {
      const changed = changesOf(outcome, strategy).filter(({ kind }) => kind !== 'same')
      return changed.map((change) => row(strategy, change))
    }),
  }
}

function row(
  strategy: string,
  { id, text, kind, base, now, difference: by, ...change }: QueryChange,
): readonly string[] {
  const sides = [score(base), score(now), difference(by)]
  return [
    quoted(strategy),
    quoted(id),
    text,
    kind,
    ...sides,
    first(change.fellOut, 'gone'),
    first(change.cameIn, 'new'),
  ]
}

function first(hits: QueryChange['cameIn'], absent: string): string {
  const [hit] = hits
  if (hit === undefined) return ''
  const more = hits.length > 1 ? ` and ${hits.length - 1} more` : ''
  return `${quoted(placeName(hit))}${hit.absentOnOtherSide ? ` (${absent})` : ''}${more}`
}
