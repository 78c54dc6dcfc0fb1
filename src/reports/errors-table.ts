import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { strategyOrder } from './strategy-order.ts'
import { type Table, words } from './table.ts'

/** Every query whose retrieval erred, with what the strategy said. */
export function errorsTable(outcome: Outcome): Table {
  return {
    title: 'Retrieval errors',
    columns: [words('strategy'), words('query'), words('error')],
    rows: strategyOrder(outcome).flatMap((name) => {
      const errors = Object.entries(outcome.report.strategies[name]!.errors)
      return errors.map(([id, message]) => [quoted(name), quoted(id), message])
    }),
  }
}
