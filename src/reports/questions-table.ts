import { difference, score } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { changesOf } from './changed-queries.ts'
import { headlineMetric } from './headline-metric.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { strategyOrder } from './strategy-order.ts'
import { numeric, type Table, words } from './table.ts'

/** Every question with its score of now on each strategy, and the change where it was compared. */
export function questionsTable(outcome: Outcome): Table {
  const { report } = outcome
  const names = strategyOrder(outcome)
  const metric = headlineMetric(outcome)
  const changes = new Map(names.map((name) => [name, differences(outcome, name)]))
  return {
    title: `Every question, ${quoted(metric)}`,
    columns: [
      words('query'),
      words('question'),
      words('kind'),
      ...names.flatMap((name) => [numeric(quoted(name)), numeric('change')]),
    ],
    rows: Object.entries(report.queries).map(([id, { text, category }]) => [
      quoted(id),
      text,
      category ?? '',
      ...names.flatMap((name) => {
        const erred = ownEntry(report.strategies[name]?.errors, id) !== undefined
        const now = ownEntry(report.strategies[name]?.queries, id)?.[metric]
        return [erred ? 'error' : score(now), difference(changes.get(name)?.get(id))]
      }),
    ]),
  }
}

function differences(outcome: Outcome, name: string): ReadonlyMap<string, number> {
  return new Map(changesOf(outcome, name).map((change) => [change.id, change.difference]))
}
