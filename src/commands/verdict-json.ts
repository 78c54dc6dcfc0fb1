import type { Outcome } from '../reports/report.ts'
import { standingsOf } from '../reports/standings.ts'

/** The verdict and the summaries, without rankings: what a script wants. The whole is in `report.json`. */
export function verdictJson(outcome: Outcome): string {
  const { report, comparison, verdict, baselineNote } = outcome
  const strategies = Object.entries(report.strategies).map(([name, { summary }]) => [
    name,
    { summary, ...(report.latency?.[name] === undefined ? {} : { latency: report.latency[name] }) },
  ])
  const queries = comparison?.queries ?? null
  const said = { verdict, baselineNote, queries, strategies: Object.fromEntries(strategies) }
  return `${JSON.stringify({ ...said, leaderboard: standingsOf(outcome) }, null, 2)}\n`
}
