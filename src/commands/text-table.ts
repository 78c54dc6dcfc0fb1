/** Rows of cells in aligned columns: the first to the left and the others to the right, or all to the left. */
export function textTable(rows: readonly (readonly string[])[], others: 'left' | 'right' = 'right'): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]): string =>
    row
      .map((cell, i) => (i === 0 || others === 'left' ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join('  ')
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('')
}
