/** A row of a CSV file (RFC 4180: commas, quotes doubled inside quotes) and the line that it begins on, from 1. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a CSV text, blank lines left out. A quote that is never closed ends with the text. */
export function csvRows(text: string): CsvRow[] {
  const rows: CsvRow[] = []
  let line = 1
  let row: { line: number; cells: string[] } = { line, cells: [] }
  for (const [, quoted, plain = '', end = ''] of text.matchAll(CELL)) {
    row.cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    line += newlines(quoted ?? '') + newlines(end)
    if (end === ',') continue
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row)
    if (end === '') break
    row = { line, cells: [] }
  }
  return rows
}

const CELL = /(?:"((?:[^"]|"")*)"?|([^,\r\n]*))(,|\r?\n|$)/g

function newlines(text: string): number {
  return text.split('\n').length - 1
}
