import type { Estimate } from '../../model.ts'
import { textTable } from '../text-table.ts'
import type { MetricComparison, RunOutcome, ScoreOutcome } from './score-outcome.ts'

/** Ids named in a note before it says "and N more". */
const NAMED = 10

/** The outcome for people: a table a run, the comparison, and what they should know of single queries. */
export function scoreText(outcome: ScoreOutcome, perQuery: boolean): string {
  const parts = outcome.runs.map((run) => runTable(run))
  if (outcome.comparison !== null) parts.push(comparisonTable(outcome.comparison))
  if (perQuery) parts.push(...outcome.runs.map((run) => queryTable(run)))
  const notes = notesOf(outcome)
  if (notes.length > 0) parts.push(notes.map((note) => `${note}\n`).join(''))
  return parts.join('\n')
}

function runTable({ path, metrics }: RunOutcome): string {
  const rows = [...metrics].map(([id, estimate]) => [id, score(estimate.point), interval(estimate), `${estimate.n}`])
  return `${path}\n${textTable([['metric', 'mean', '95 % interval', 'queries'], ...rows])}`
}

function comparisonTable(comparison: ReadonlyMap<string, MetricComparison>): string {
  const rows = [...comparison].map(([id, found]) => [
    id,
    signed(found.difference),
    'none' in found.interval
      ? found.interval.none
      : `${signed(found.interval.lower)} to ${signed(found.interval.upper)}`,
    `${found.wins}/${found.ties}/${found.losses}`,
    probability(found.p),
    probability(found.adjustedP),
  ])
  const head = ['metric', 'difference', '95 % interval', 'better/same/worse', 'p', 'p adjusted']
  return `second run - first run\n${textTable([head, ...rows])}`
}

function queryTable({ path, queries, columns }: RunOutcome): string {
  const rows = queries.map((query, i) => [query, ...[...columns.values()].map((scores) => score(scores[i]!))])
  return `${path}\n${textTable([['query', ...columns.keys()], ...rows])}`
}

function notesOf({ runs, missing, withoutRelevant, qrels }: ScoreOutcome): string[] {
  const notes = withoutRelevant.length === 0 ? [] : [`Without a relevant document, scored 0: ${named(withoutRelevant)}`]
  const consequence = missing === 'zero' ? 'scored 0' : 'left out'
  for (const run of runs) {
    if (run.missing.length > 0) notes.push(`No ranking in ${run.path}, ${consequence}: ${named(run.missing)}`)
    if (run.unjudged > 0) notes.push(`Not in ${qrels}, ignored: ${run.unjudged} of the queries of ${run.path}`)
  }
  return notes
}

function named(ids: readonly string[]): string {
  const more = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : ''
  return `${ids.slice(0, NAMED).join(', ')}${more} (${ids.length})`
}

function interval({ lower, upper }: Estimate): string {
  return lower === null || upper === null ? 'n/a' : `${score(lower)} to ${score(upper)}`
}

function score(value: number | null): string {
  return value === null ? 'n/a' : value.toFixed(4)
}

function signed(value: number): string {
  const text = value.toFixed(4)
  return Number(text) === 0 ? '0.0000' : value > 0 ? `+${text}` : text
}

function probability(p: number | null): string {
  return p === null ? 'n/a' : p < 0.0001 ? '<0.0001' : p.toFixed(4)
}
