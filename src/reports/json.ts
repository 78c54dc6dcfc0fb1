import type { Comparison } from '../comparison/comparison.ts'
import { UserError } from '../errors.ts'
import { jsonText } from './json-text.ts'
import type { Outcome, Report, ReportOptions } from './report.ts'
import { gainsOf, standingsOf } from './standings.ts'

/** What `report.json` may take; a baseline larger than that is not read either. */
const REPORT_BYTES = 100 * 1024 * 1024

/** Records keyed by ids or paths; their order says nothing, so it is the ids' own. */
const UNORDERED = ['documents', 'queries', 'rankings', 'confidence', 'errors']

/** Records with one entry a line, so that a difference of two reports is readable. */
const ROWS = ['rankings', 'queries', 'chunks', 'documents', 'changes']

export const json: Report = {
  summary: 'Everything, for programs; the baseline of later runs.',
  render: async (outcome, options) =>
    new Map([['report.json', renderJson(outcome, options, { maxBytes: REPORT_BYTES })]]),
}

/**
 * The evaluation with `comparison`, `verdict`, `baselineNote`, `leaderboard` and `gains` beside it. What varies between identical runs lies under
 * `timing`, `latency` and `platform`. Over `maxBytes` the comparison's queries are left out; throws a `UserError` where
 * the evaluation alone is too large.
 */
export function renderJson(outcome: Outcome, options: ReportOptions, limits: { readonly maxBytes: number }): string {
  const tries = [outcome.comparison, withoutQueries(outcome.comparison)]
  for (const comparison of tries) {
    const text = jsonText(assemble(outcome, comparison, options), { unordered: UNORDERED, rows: ROWS })
    if (Buffer.byteLength(text) <= limits.maxBytes) return text
  }
  throw new UserError({
    where: 'report.json',
    what: `The report of ${outcome.report.evalSet.queries} queries would be larger than ${limits.maxBytes} bytes.`,
    hint: 'Split the eval set over several gates, or keep fewer strategies or a smaller depth.',
  })
}

function assemble(outcome: Outcome, comparison: Comparison | null, { timing }: ReportOptions): object {
  const { report, verdict, baselineNote } = outcome
  const { timing: durations, latency, platform, ...evaluation } = report
  const { latency: latencyResults, ...decision } = verdict
  return {
    ...evaluation,
    baselineNote,
    verdict: timing ? { ...decision, latency: latencyResults } : decision,
    comparison,
    leaderboard: standingsOf(outcome),
    gains: gainsOf(outcome),
    ...(timing ? { timing: durations, latency, platform } : {}),
  }
}

function withoutQueries(comparison: Comparison | null): Comparison | null {
  if (comparison === null) return null
  const strategies = comparison.strategies.map((one) => ({ ...one, metrics: {}, changes: [] }))
  return { ...comparison, strategies }
}
