import { posix } from 'node:path'
import { languageOf } from '../../knowledge/code/language-of.ts'
import type { CodeSymbol } from '../../knowledge/code/read-symbols.ts'
import type { Edge, EdgeKind } from './edge.ts'
import type { PathIndex } from './path-index.ts'
import type { Source } from './source.ts'

/** A name with more definitions than this (`get`, `run`) says nothing about which is meant. */
const MOST_DEFINITIONS = 3

/** Languages in which a name needs no import within a folder. */
const FOLDER_SCOPED: ReadonlySet<string | undefined> = new Set(['go', 'java'])

const KINDS: Readonly<Record<CodeSymbol['role'], EdgeKind | undefined>> = {
  definition: undefined,
  import: undefined,
  inherits: 'inherits',
  call: 'calls',
  reference: 'refers',
}

/** A definition's place. */
export interface Definition {
  readonly path: string
  readonly chunk: number
}

/** Name -> where it is defined. */
export type Definitions = ReadonlyMap<string, readonly Definition[]>

/** A document of code with the names in it. */
export interface CodeSource extends Source {
  readonly symbols: readonly CodeSymbol[]
}

export function definitionsOf(sources: readonly CodeSource[]): Definitions {
  const definitions = new Map<string, Definition[]>()
  for (const { path, symbols, chunkAt } of sources) {
    for (const { name, role, line } of symbols) {
      const chunk = chunkAt(line)
      if (role !== 'definition' || chunk === undefined) continue
      const known = definitions.get(name) ?? []
      known.push({ path, chunk })
      definitions.set(name, known)
    }
  }
  return definitions
}

/**
 * Imports, calls, inheritance and other references of code, as far as names and paths tell what they mean. Where files
 * import each other, a name that a file neither defines nor imports is a parameter's or a property's, and means nothing.
 */
export function codeEdges(
  sources: readonly CodeSource[],
  definitions: Definitions,
  paths: PathIndex,
  firstChunk: ReadonlyMap<string, number>,
): Edge[] {
  const importing = sources.map((source) => {
    const imports = source.symbols.flatMap((symbol) => importEdges(symbol, source, paths, firstChunk))
    return { source, imports, imported: new Set(imports.map(({ path }) => path)) }
  })
  const importedOf = new Map(importing.map(({ source, imported }) => [source.path, imported]))
  const linked = new Set(importing.flatMap(({ source, imports }) => (imports.length > 0 ? [family(source.path)] : [])))
  return importing.flatMap(({ source: { path, symbols, chunkAt }, imports, imported }) => {
    const handedOn = new Set([...imported].filter(isFront).flatMap((front) => [...(importedOf.get(front) ?? [])]))
    const isSeen = (other: string) =>
      linked.has(family(path)) ? handedOn.has(other) || shareNames(path, other) : family(path) === family(other)
    const uses = symbols.flatMap(({ name, role, line }): Edge[] => {
      const kind = KINDS[role]
      const from = chunkAt(line)
      if (kind === undefined || from === undefined) return []
      const meant = meanings(name, path, imported, isSeen, definitions)
      const others = meant.filter(({ chunk }) => chunk !== from)
      return others.map(({ chunk: to }) => ({ from, to, kind, label: name, certainty: 1 / meant.length }))
    })
    return [...imports.map(({ edge }) => edge), ...uses]
  })
}

function importEdges(
  { name, role, line }: CodeSymbol,
  { path, chunkAt }: Source,
  paths: PathIndex,
  firstChunk: ReadonlyMap<string, number>,
): { path: string; edge: Edge }[] {
  const from = chunkAt(line)
  if (role !== 'import' || from === undefined) return []
  const found = importedBy(name, path, paths).filter((each) => each !== path)
  return found.flatMap((each) => {
    const to = firstChunk.get(each)
    const edge = { from, kind: 'imports' as const, label: name, certainty: 1 / found.length }
    return to === undefined ? [] : [{ path: each, edge: { ...edge, to } }]
  })
}

function importedBy(name: string, path: string, paths: PathIndex): readonly string[] {
  if (/^\.\.?\//.test(name)) {
    const found = paths.relative(path, name)
    return found === undefined ? [] : [found]
  }
  const dots = /^\.+/.exec(name)?.[0].length ?? 0
  // A package, unless an alias leads to a file of this knowledge base.
  if (family(path) === 'typescript' && !/^[^:]+\/./.test(name)) return []
  if (dots === 0) return paths.named(name, (each) => family(each) === family(path))
  const found = paths.relative(path, `${'../'.repeat(dots - 1)}./${name.slice(dots).replaceAll('.', '/')}`)
  return found === undefined ? [] : [found]
}

/** The definitions that a name may mean: the file's own, else imported ones, else those in files that it sees. */
function meanings(
  name: string,
  path: string,
  imported: ReadonlySet<string>,
  isSeen: (path: string) => boolean,
  definitions: Definitions,
): readonly Definition[] {
  const all = definitions.get(name) ?? []
  const own = all.filter((each) => each.path === path)
  if (own.length > 0) return own
  const near = all.filter((each) => imported.has(each.path))
  const meant = near.length > 0 ? near : all.filter((each) => isSeen(each.path))
  return meant.length <= MOST_DEFINITIONS ? meant : []
}

/** Whether a file stands for its folder, and hands on the names of others. */
function isFront(path: string): boolean {
  return /(?:^|\/)(?:index|__init__|mod|lib)\.[a-z]+$/.test(path)
}

/** Whether two files use each other's names without an import. */
function shareNames(one: string, other: string): boolean {
  const language = family(one)
  return FOLDER_SCOPED.has(language) && family(other) === language && posix.dirname(one) === posix.dirname(other)
}

function family(path: string): string | undefined {
  const language = languageOf(path)
  return language === 'tsx' || language === 'javascript' ? 'typescript' : language
}
