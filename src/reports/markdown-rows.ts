import { markdownTable } from './markdown-table.ts'
import { markdownProse } from './markdown-text.ts'
import { shortened, type Table } from './table.ts'

/** A table in Markdown without its title, with as many rows as there is room for. */
export function markdownRows(full: Table, most: number): string {
  const { table, left } = shortened(full, most)
  const columns = table.columns.map((column) => ({ ...column, heading: markdownProse(column.heading) }))
  const rows = table.rows.map((cells) => cells.map((cell) => markdownProse(cell)))
  const more = left > 0 ? `\n\n${left} more in the report files.` : ''
  const notes = (table.notes ?? []).map((note) => `\n\n${markdownProse(note)}`).join('')
  return `${markdownTable(columns, rows)}${more}${notes}`
}
