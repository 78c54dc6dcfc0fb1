import { score } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { headlineMetric } from './headline-metric.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { strategyOrder } from './strategy-order.ts'
import { numeric, type Table, words } from './table.ts'

/** The headline metric of now for each value of each attribute, a column a strategy. */
export function slicesTable(outcome: Outcome): Table {
  const names = strategyOrder(outcome)
  const metric = headlineMetric(outcome)
  const strategies = outcome.report.strategies
  const [first = ''] = names
  const slices = Object.entries(strategies[first]?.slices ?? {}).flatMap(([attribute, values]) => {
    return Object.keys(values).map((value) => ({ attribute, value }))
  })
  return {
    title: `Kinds of questions, ${quoted(metric)} now`,
    columns: [words('attribute'), words('value'), numeric('n'), ...names.map((name) => numeric(quoted(name)))],
    rows: slices.map(({ attribute, value }) => {
      const cell = (name: string) => ownEntry(strategies[name]?.slices[attribute], value)?.[metric]
      const scores = names.map((name) => score(cell(name)?.point))
      return [attribute, quoted(value), String(cell(first)?.n ?? 0), ...scores]
    }),
  }
}
