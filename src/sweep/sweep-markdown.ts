import { markdownTable } from '../reports/markdown-table.ts'
import { markdownProse, markdownText } from '../reports/markdown-text.ts'
import type { SweepResult } from './sweep-result.ts'
import { sweepHeadline, sweepNotes } from './sweep-sentences.ts'
import { sweepTable } from './sweep-table.ts'

/** The report of a sweep as Markdown. */
export function sweepMarkdown(result: SweepResult): string {
  const { columns, rows } = sweepTable(result)
  const table = markdownTable(
    columns.map((column) => ({ ...column, heading: markdownProse(column.heading) })),
    rows.map((row) => row.map((cell) => markdownProse(cell))),
  )
  const notes = sweepNotes(result).map((note) => `- ${markdownProse(note)}`)
  const [word = '', ...rest] = sweepHeadline(result).split('  ')
  const title = `# Sweep of ${markdownText(result.strategy)}`
  return [title, `**${word}** ${markdownProse(rest.join('  '))}`, table, notes.join('\n')].join('\n\n').concat('\n')
}
