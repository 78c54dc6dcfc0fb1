/** Which node types of a grammar are what; see the grammar's `node-types.json`. */
export interface CodeLanguage {
  /** Bring names of other files in, or say where this one belongs. */
  readonly imports: ReadonlySet<string>
  /** Give a name to something. */
  readonly definitions: ReadonlySet<string>
  /** Definitions whose `body` holds definitions. */
  readonly containers: ReadonlySet<string>
  /** Stand before what they belong to: comments, decorators, attributes. */
  readonly leading: ReadonlySet<string>
  /** May stand around one definition, import or assignment, as a named child. */
  readonly wrappers: ReadonlySet<string>
}

/** A language from lists of node types, separated by spaces. */
export function language(types: Readonly<Record<keyof CodeLanguage, string>>): CodeLanguage {
  const { imports, definitions, containers, leading, wrappers } = types
  return {
    imports: setOf(imports),
    definitions: setOf(`${definitions} ${containers}`),
    containers: setOf(containers),
    leading: setOf(leading),
    wrappers: setOf(wrappers),
  }
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' ').filter((word) => word !== ''))
}
