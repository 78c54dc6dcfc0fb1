import { count, percent } from '../numbers.ts'
import { quoted, quotedList } from './quoted.ts'
import type { Outcome } from './report.ts'
import { strategyOrder } from './strategy-order.ts'
import { numeric, type Table, words } from './table.ts'

/** What bounds each strategy: what its chunks can match at all, how long its hits are, and where it could not answer. */
export function strategiesTable(outcome: Outcome): Table {
  return {
    title: 'The strategies',
    columns: [
      words('strategy'),
      words('type'),
      numeric('ceiling'),
      numeric('tokens per hit'),
      words('errors'),
      numeric('cut short'),
    ],
    rows: strategyOrder(outcome).map((name) => {
      const { type, ceiling, tokensPerHit, errors, cutShort } = outcome.report.strategies[name]!
      const erred = Object.keys(errors)
      return [
        quoted(name),
        quoted(type),
        percent(ceiling),
        tokensPerHit === null ? 'n/a' : tokensPerHit.toFixed(0),
        erred.length === 0 ? 'none' : `${count(erred.length, 'question')}: ${quotedList(erred)}`,
        String(cutShort.length),
      ]
    }),
  }
}
