/** A Markdown table; a `|` or a line break in a cell cannot break it. */
export function markdownTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(header), `|${' --- |'.repeat(header.length)}`, ...rows.map(line)].join('\n')
}

function cell(text: string): string {
  return text
    .trim()
    .replaceAll('|', '\\|')
    .replace(/\s*\n\s*/g, ' ')
}
