import { difference, score } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { roundDifference } from '../round-difference.ts'
import { headlineMetric } from './headline-metric.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { strategyOrder } from './strategy-order.ts'
import { numeric, type Table, words } from './table.ts'

/**
 * The headline metric of now for each value of each attribute, a column a strategy; with its change over the questions that
 * both sides asked, where there are two.
 */
export function slicesTable(outcome: Outcome): Table {
  const names = strategyOrder(outcome)
  const metric = headlineMetric(outcome)
  const strategies = outcome.report.strategies
  const [first = ''] = names
  const slices = Object.entries(strategies[first]?.slices ?? {}).flatMap(([attribute, values]) => {
    return Object.keys(values).map((value) => ({ attribute, value }))
  })
  return {
    title: `Kinds of questions, ${quoted(metric)} now${outcome.comparison === null ? '' : ' (and its change)'}`,
    columns: [words('attribute'), words('value'), numeric('questions'), ...names.map((name) => numeric(quoted(name)))],
    rows: slices.map(({ attribute, value }) => {
      const cell = (name: string) => ownEntry(strategies[name]?.slices[attribute], value)?.[metric]
      const scores = names.map((name) => {
        const change = changeOf(outcome, { name, metric, attribute, value })
        return `${score(cell(name)?.point)}${change === null ? '' : ` (${difference(change)})`}`
      })
      return [attribute, quoted(value), String(cell(first)?.n ?? 0), ...scores]
    }),
  }
}

interface Slice {
  readonly name: string
  readonly metric: string
  readonly attribute: string
  readonly value: string
}

/** The mean difference over the pairs of a slice; `null` without any. */
function changeOf({ comparison, report }: Outcome, { name, metric, attribute, value }: Slice): number | null {
  const pairs = comparison?.strategies.find(({ strategy }) => strategy === name)?.metrics[metric]
  const differences = (pairs?.ids ?? []).flatMap((id, index) => {
    const query = ownEntry(report.queries, id)
    const isOfSlice = query?.[attribute as 'category' | 'difficulty' | 'language'] === value
    return isOfSlice ? [pairs!.now[index]! - pairs!.base[index]!] : []
  })
  if (differences.length === 0) return null
  return roundDifference(differences.reduce((sum, one) => sum + one, 0) / differences.length)
}
