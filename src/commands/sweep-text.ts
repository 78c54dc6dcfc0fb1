import { visibleText } from '../reports/visible-text.ts'
import type { SweepResult } from '../sweep/sweep-result.ts'
import { sweepHeadline, sweepNotes } from '../sweep/sweep-sentences.ts'
import { sweepTable } from '../sweep/sweep-table.ts'
import { textTable } from './text-table.ts'

/** The report of a sweep for a terminal. */
export function sweepText(result: SweepResult): string {
  const { columns, rows } = sweepTable(result)
  const cells = [columns.map(({ heading }) => heading), ...rows].map((row) => row.map((cell) => visibleText(cell)))
  const notes = sweepNotes(result).map((note) => wrapped(visibleText(note.replaceAll('`', ''), 600)))
  return `${sweepLine(result)}\n${textTable(cells)}\n${notes.join('')}`
}

/** The same in one line. */
export function sweepLine(result: SweepResult): string {
  return `${visibleHeadline(sweepHeadline(result))}\n`
}

/** Two spaces set the verdict apart. */
function visibleHeadline(headline: string): string {
  const [word = '', ...rest] = headline.split('  ')
  return `${word}  ${visibleText(rest.join(' '))}`
}

const WIDTH = 110

/** A sentence as a list item of lines that are not too wide for a terminal. */
function wrapped(text: string): string {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + word.length + 1 > WIDTH) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return `- ${[...lines, line].join('\n  ')}\n`
}
