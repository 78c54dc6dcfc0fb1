import type { Outcome } from '../reports/report.ts'

/** The verdict and the summaries, without rankings: what a script wants. The whole is in `report.json`. */
export function verdictJson({ report, comparison, verdict, baselineNote }: Outcome): string {
  const strategies = Object.entries(report.strategies).map(([name, { summary }]) => [
    name,
    { summary, ...(report.latency?.[name] === undefined ? {} : { latency: report.latency[name] }) },
  ])
  const queries = comparison?.queries ?? null
  return `${JSON.stringify({ verdict, baselineNote, queries, strategies: Object.fromEntries(strategies) }, null, 2)}\n`
}
