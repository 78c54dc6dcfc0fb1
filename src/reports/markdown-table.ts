/** A column: its heading (Markdown) and whether its cells are numbers. */
export interface Column {
  readonly heading: string
  readonly numeric?: boolean
}

/** A GFM table of cells that are Markdown without line breaks or bare `|`. */
export function markdownTable(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const lines = [
    columns.map(({ heading }) => heading),
    columns.map(({ numeric }) => (numeric ? '---:' : '---')),
    ...rows,
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** A folded part; `summary` is HTML-safe, the body Markdown. */
export function markdownDetails(summary: string, body: string): string {
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`
}
