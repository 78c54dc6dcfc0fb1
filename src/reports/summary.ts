import { changesTable } from './changes-table.ts'
import { corpusSentence } from './corpus-sentence.ts'
import { errorsTable } from './errors-table.ts'
import { evidenceTable } from './evidence-table.ts'
import { failingQueries } from './failing-queries.ts'
import { fittingText } from './fitting-text.ts'
import { gainsTable } from './gains-table.ts'
import { leaderboardTable } from './leaderboard-table.ts'
import {
  markdownAdvice,
  markdownCauses,
  markdownCounts,
  markdownFailedRules,
  markdownFinePrint,
  markdownHeadline,
  markdownNotices,
  markdownOverTime,
  markdownReasons,
} from './markdown-header.ts'
import { markdownRows } from './markdown-rows.ts'
import { markdownStories } from './markdown-story.ts'
import { markdownDetails } from './markdown-table.ts'
import { markdownProse } from './markdown-text.ts'
import { markdownWarnings } from './markdown-warnings.ts'
import { metricsTable } from './metrics-table.ts'
import { modelsTable } from './models-table.ts'
import { otherNotes } from './question-changes.ts'
import type { Outcome, Report, ReportOptions } from './report.ts'
import { slicesTable } from './slices-table.ts'
import { strategiesTable } from './strategies-table.ts'
import type { Table } from './table.ts'

/** GitHub takes 1 MiB for a step's summary. */
const SUMMARY_BYTES = 1_000_000

/** How many rows of a table, and how many failing queries, are told. */
const DETAILS = [
  { rows: 1000, stories: 300 },
  { rows: 300, stories: 100 },
  { rows: 100, stories: 20 },
  { rows: 20, stories: 5 },
  { rows: 5, stories: 0 },
]

export const summary: Report = {
  summary: 'The job summary: everything the comment says, with all metrics, slices and the evidence behind each rule.',
  render: async (outcome, options) =>
    new Map([['summary.md', renderSummary(outcome, options, { maxBytes: SUMMARY_BYTES })]]),
}

/** The summary in Markdown, in as much detail as fits into `maxBytes` of UTF-8. */
export function renderSummary(outcome: Outcome, options: ReportOptions, limits: { readonly maxBytes: number }): string {
  const levels = DETAILS.map((detail) => () => assemble([...head(outcome, options), ...body(outcome, options, detail)]))
  const short = () => assemble([markdownHeadline(outcome), 'The details are in the report files.'])
  return fittingText([...levels, () => assemble(head(outcome, options)), short], limits.maxBytes)
}

function assemble(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function head(outcome: Outcome, options: ReportOptions): readonly string[] {
  return [
    markdownHeadline(outcome),
    markdownNotices(outcome).join('\n\n'),
    markdownReasons(outcome),
    markdownFailedRules(outcome, options),
    markdownCounts(outcome),
    markdownCauses(outcome),
    markdownAdvice(outcome),
    ...otherNotes(outcome)
      .slice(0, 50)
      .map((note) => markdownProse(note)),
    markdownOverTime(outcome),
    markdownFinePrint(outcome),
  ]
}

function body(outcome: Outcome, options: ReportOptions, detail: { rows: number; stories: number }): readonly string[] {
  const section = (table: Table) => markdownSection(table, detail.rows)
  const changes = changesTable(outcome)
  const warned = markdownWarnings(outcome, detail.rows)
  return [
    failing(outcome, detail.stories),
    section(metricsTable(outcome, options)),
    section(leaderboardTable(outcome, options)),
    section(evidenceTable(outcome, options)),
    section(errorsTable(outcome)),
    changes.rows.length === 0 ? '' : markdownDetails('Every changed question', markdownRows(changes, detail.rows)),
    section(slicesTable(outcome)),
    section(gainsTable(outcome)),
    section(strategiesTable(outcome)),
    section(modelsTable(outcome, options)),
    markdownProse(corpusSentence(outcome)),
    warned === '' ? '' : `#### Warnings\n\n${warned}`,
  ]
}

/** A heading and its table, with as many rows as there is room for; nothing for an empty table. */
function markdownSection(full: Table, most: number): string {
  return full.rows.length === 0 ? '' : `#### ${markdownProse(full.title)}\n\n${markdownRows(full, most)}`
}

function failing(outcome: Outcome, most: number): string {
  const { title, stories } = failingQueries(outcome)
  const shown = stories.slice(0, most)
  if (shown.length === 0) return ''
  const left = stories.length - shown.length
  const more = left > 0 ? `\n\n${left} more in the report files.` : ''
  return `#### ${title}, worst first\n\n${markdownStories(shown, 1, outcome.links, { answers: 5, instead: 5 })}${more}`
}
