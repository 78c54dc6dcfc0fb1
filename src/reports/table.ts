/** A table without a language: headings and cells are sentences in which backticks mark code. */
export interface Table {
  readonly title: string
  readonly columns: readonly { readonly heading: string; readonly numeric?: boolean }[]
  readonly rows: readonly (readonly string[])[]
  /** Sentences below it, on what its rows have in common. */
  readonly notes?: readonly string[]
}

/** A column of numbers. */
export function numeric(heading: string): Table['columns'][number] {
  return { heading, numeric: true }
}

/** A column of words. */
export function words(heading: string): Table['columns'][number] {
  return { heading }
}

/** The first rows, and how many were left out. */
export function shortened(table: Table, most: number): { readonly table: Table; readonly left: number } {
  const rows = table.rows.slice(0, most)
  return { table: { ...table, rows }, left: table.rows.length - rows.length }
}
