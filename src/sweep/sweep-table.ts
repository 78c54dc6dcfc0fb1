import { difference, differenceInterval, score, scoreInterval } from '../numbers.ts'
import { numeric, type Table, words } from '../reports/table.ts'
import { shortKeys, valueText } from './setting-label.ts'
import type { Gain, SweepResult, SweepRow } from './sweep-result.ts'

/** The settings, best first. */
export function sweepTable(result: SweepResult): Table {
  const { keys, metric, budgetMetric, rows } = result
  const budget = budgetMetric === null ? [] : [numeric(budgetMetric), numeric('change'), numeric('95 % interval')]
  return {
    title: 'Settings',
    columns: [
      ...shortKeys(keys).map(numeric),
      ...[
        numeric(metric),
        numeric('95 % interval'),
        numeric('change'),
        numeric('95 % interval'),
        numeric('adjusted p'),
      ],
      ...budget,
      words(''),
    ],
    rows: rows.map((row) => cells(row, result)),
  }
}

function cells(row: SweepRow, { keys, budgetMetric, devQuestions }: SweepResult): string[] {
  // A score on some of the questions would stand beside scores on all; the change is of the same questions on both sides.
  const isStopped = row.cannotWin?.stopped === true
  return [
    ...keys.map((key) => valueText(row.values[key])),
    ...(isStopped ? ['', ''] : [score(row.score.point), scoreInterval(row.score)]),
    ...gainCells(row.gain),
    pCell(row.gain),
    ...(budgetMetric === null
      ? []
      : [isStopped ? '' : score(row.budget?.score.point), ...gainCells(row.budget?.gain ?? null)]),
    noteOf(row, devQuestions),
  ]
}

function gainCells(gain: Gain | null): [string, string] {
  if (gain === null) return ['', '']
  return [
    difference(gain.difference),
    'none' in gain.interval ? shortReason(gain.interval.none) : differenceInterval(gain.interval),
  ]
}

function shortReason(reason: string): string {
  return reason === 'no question changed' ? 'none changed' : 'too few changed'
}

function pCell(gain: Gain | null): string {
  if (gain === null) return ''
  const { adjustedP, p } = gain
  if (adjustedP === null && p !== null) return ''
  return adjustedP !== null && adjustedP < 0.001 ? '< 0.001' : score(adjustedP)
}

function noteOf(row: SweepRow, questions: number): string {
  const { current, winner, cannotWin, barred, asked, errors } = row
  const parts = [
    ...(winner ? ['best'] : []),
    ...(current ? ['current'] : []),
    ...(cannotWin === null ? [] : [stopText(cannotWin, questions)]),
    ...(errors > 0 ? [`${errors} of ${asked} erred`] : []),
    ...(barred === 'budget' && cannotWin === null ? ['less within the budget'] : []),
  ]
  return parts.join(', ')
}

function stopText({ after, reason, stopped }: NonNullable<SweepRow['cannotWin']>, questions: number): string {
  return `${stopped ? 'stopped' : 'out'} after ${after} of ${questions} (${reason})`
}
