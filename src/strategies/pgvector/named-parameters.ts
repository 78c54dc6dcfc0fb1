export interface Statement {
  /** With `$1`, `$2` where names stood; lines are those of the text as written. */
  readonly text: string
  /** What `$1`, `$2` stand for. */
  readonly names: readonly string[]
}

/** What may hold a colon that is no parameter: texts, quoted names, comments, casts. */
const TOKEN =
  /[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/|\$(\w*)\$[\s\S]*?\$\1\$|::|:=|:([A-Za-z_]\w*)/g

/** SQL with named parameters (`:query`) as PostgreSQL takes it. `fixed` are put in as they are, such as the name of a table. */
export function statementOf(sql: string, fixed: Readonly<Record<string, string>> = {}): Statement {
  const names: string[] = []
  const text = sql.replace(TOKEN, (whole: string, _tag: unknown, name: string | undefined) => {
    if (name === undefined) return whole
    if (fixed[name] !== undefined) return fixed[name]
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { text, names }
}

/**
 * Whether a parameter has this type behind it wherever it stands, as in `:vector::vector(3)`: PostgreSQL can take it for nothing else
 * then. Of a parameter without it, the server decides.
 */
export function isCast(sql: string, name: string, type: string): boolean {
  const cast = new RegExp(`^::${type}(?:\\(\\d+\\))?(?![\\w.([])`, 'i')
  const places = [...sql.matchAll(TOKEN)].filter((found) => found[2] === name)
  return places.length > 0 && places.every(({ 0: whole, index }) => cast.test(sql.slice(index + whole.length)))
}

/** A name as PostgreSQL takes it whatever is in it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
