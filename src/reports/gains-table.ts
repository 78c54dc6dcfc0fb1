import type { Gain } from '../comparison/gains-over-parts.ts'
import { difference, score } from '../numbers.ts'
import { changeInterval } from './change-interval.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { comparedMetric, gainsOf } from './standings.ts'
import { numeric, type Table, words } from './table.ts'

/** By how much each strategy beats, or does not, what it is made of: over all questions, and by their category. */
export function gainsTable(outcome: Outcome): Table {
  const metric = comparedMetric(outcome)
  return {
    title: `What strategies gain over their parts, ${quoted(metric)} now`,
    columns: [
      words('strategy'),
      words('over'),
      words('kind of question'),
      numeric('questions'),
      numeric('part'),
      numeric('strategy'),
      numeric('gain'),
      words('interval of the gain'),
      numeric('p'),
    ],
    rows: gainsOf(outcome).map(row),
  }
}

function row({ strategy, part, category, n, means, difference: by, interval, p }: Gain): readonly string[] {
  return [
    quoted(strategy),
    quoted(part),
    category === null ? 'all' : quoted(category),
    String(n),
    score(means?.part),
    score(means?.strategy),
    difference(n === 0 ? null : by),
    changeInterval({ interval }),
    p !== null && p < 0.001 ? '< 0.001' : score(p),
  ]
}
