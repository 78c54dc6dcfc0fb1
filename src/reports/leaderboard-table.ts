import { bytes, difference, duration, milliseconds, score } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { changeInterval } from './change-interval.ts'
import { metricOrder } from './headline-metric.ts'
import { quoted } from './quoted.ts'
import type { Outcome, ReportOptions } from './report.ts'
import { standingsOf, standingWords } from './standings.ts'
import { numeric, type Table, words } from './table.ts'

/** A column and what stands in it for a strategy. */
interface Part {
  readonly column: Table['columns'][number]
  cell(strategy: string): string
}

/**
 * Strategies x metrics with intervals, how fast each answers, what its index takes, and how it stands to the best; best
 * first. `metrics` beside the headline; without `contents` what the indexes hold is left out.
 */
export function leaderboardTable(
  outcome: Outcome,
  options: ReportOptions,
  { metrics = Number.POSITIVE_INFINITY, contents = true } = {},
): Table {
  const board = standingsOf(outcome)
  const standings = new Map(board.standings.map((standing) => [standing.strategy, standing]))
  const behind = (name: string) => standings.get(name)!.behind
  const hasIntervals = board.standings.some((standing) => 'lower' in (standing.behind?.interval ?? {}))
  const others = metricOrder(outcome).filter((metric) => metric !== board.metric)
  const interval: Part = {
    column: words('interval'),
    cell: (name) => (name === board.best ? '' : changeInterval({ interval: behind(name)?.interval })),
  }
  const parts: Part[] = [
    { column: words('strategy'), cell: quoted },
    ...[board.metric, ...others.slice(0, metrics)].map((metric) => metricPart(outcome, metric)),
    ...(options.timing ? timeParts(outcome) : []),
    ...indexParts(outcome, contents),
    ...(board.standings.length < 2
      ? []
      : [
          {
            column: numeric('behind the best'),
            cell: (name: string) => (name === board.best ? '' : difference(behind(name)?.difference)),
          },
          ...(hasIntervals ? [interval] : []),
          {
            column: words('compared with the best'),
            cell: (name: string) => standingWords(board, standings.get(name)!),
          },
        ]),
  ]
  return {
    title: `Leaderboard, by ${quoted(board.metric)}`,
    columns: parts.map(({ column }) => column),
    rows: board.standings.map(({ strategy }) => parts.map(({ cell }) => cell(strategy))),
  }
}

function metricPart({ report }: Outcome, metric: string): Part {
  return {
    column: numeric(quoted(metric)),
    cell(strategy) {
      const estimate = report.strategies[strategy]?.summary[metric]
      if (estimate?.point === null || estimate === undefined) return 'n/a'
      const { point, lower, upper } = estimate
      return lower === null || upper === null ? score(point) : `${score(point)} (${score(lower)} … ${score(upper)})`
    },
  }
}

/** Of latencies, those that at least one strategy has. */
function timeParts({ report: { latency = {}, timing } }: Outcome): readonly Part[] {
  const measured = new Set(
    Object.values(latency).flatMap((ofStrategy) =>
      Object.keys(ofStrategy).filter((metric) => ofStrategy[metric]!.point !== null),
    ),
  )
  const indexing = timing?.indexing
  return [
    ...[...measured].map((metric) => ({
      column: numeric(quoted(metric)),
      cell: (name: string) => milliseconds(ownEntry(latency, name)?.[metric]?.point),
    })),
    ...(indexing === undefined
      ? []
      : [{ column: numeric('index time'), cell: (name: string) => duration(ownEntry(indexing, name)) }]),
  ]
}

/** What the indexes take, where any is known. */
function indexParts({ report: { strategies } }: Outcome, contents: boolean): readonly Part[] {
  const indexOf = (name: string) => strategies[name]?.index
  if (!Object.keys(strategies).some(indexOf)) return []
  const size: Part = { column: numeric('index size'), cell: (name) => bytes(indexOf(name)?.bytes) }
  if (!contents) return [size]
  return [
    { column: numeric('chunks'), cell: (name) => String(indexOf(name)?.chunks ?? 'n/a') },
    size,
    { column: words('index holds'), cell: (name) => countsText(indexOf(name)?.counts) },
  ]
}

function countsText(counts: Readonly<Record<string, number>> | undefined): string {
  if (counts === undefined) return 'n/a'
  return Object.entries(counts)
    .map(([unit, count]) => `${count} ${unit}`)
    .join(', ')
}
