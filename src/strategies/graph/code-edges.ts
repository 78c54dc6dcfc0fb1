import { languageOf } from '../../knowledge/code/language-of.ts'
import type { CodeSymbol } from '../../knowledge/code/read-symbols.ts'
import type { Edge, EdgeKind } from './edge.ts'
import type { PathIndex } from './path-index.ts'
import type { Source } from './source.ts'

/** A name with more definitions than this (`get`, `run`) says nothing about which is meant. */
const MOST_DEFINITIONS = 3

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

/** Imports, calls, inheritance and other references of code, as far as names and paths tell what they mean. */
export function codeEdges(
  sources: readonly CodeSource[],
  definitions: Definitions,
  paths: PathIndex,
  firstChunk: ReadonlyMap<string, number>,
): Edge[] {
  return sources.flatMap((source) => {
    const imported = new Set<string>()
    const edges: Edge[] = []
    for (const symbol of source.symbols) {
      const from = source.chunkAt(symbol.line)
      if (from === undefined) continue
      if (symbol.role === 'import') edges.push(...importEdges(symbol, source, from, paths, firstChunk, imported))
      const kind = KINDS[symbol.role]
      if (kind === undefined) continue
      const meant = meanings(symbol.name, source.path, imported, definitions)
      for (const { chunk } of meant)
        if (chunk !== from) edges.push({ from, to: chunk, kind, label: symbol.name, certainty: 1 / meant.length })
    }
    return edges
  })
}

function importEdges(
  { name }: CodeSymbol,
  { path }: Source,
  from: number,
  paths: PathIndex,
  firstChunk: ReadonlyMap<string, number>,
  imported: Set<string>,
): Edge[] {
  const found = importedBy(name, path, paths).filter((each) => each !== path)
  for (const each of found) imported.add(each)
  return found.flatMap((each) => {
    const to = firstChunk.get(each)
    return to === undefined ? [] : [{ from, to, kind: 'imports' as const, label: name, certainty: 1 / found.length }]
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

/** The definitions that a name may mean: the file's own, else imported ones, else those of the same language anywhere. */
function meanings(
  name: string,
  path: string,
  imported: ReadonlySet<string>,
  definitions: Definitions,
): readonly Definition[] {
  const all = definitions.get(name) ?? []
  const own = all.filter((each) => each.path === path)
  if (own.length > 0) return own
  const near = all.filter((each) => imported.has(each.path))
  const meant = near.length > 0 ? near : all.filter((each) => family(each.path) === family(path))
  return meant.length <= MOST_DEFINITIONS ? meant : []
}

function family(path: string): string | undefined {
  const language = languageOf(path)
  return language === 'tsx' || language === 'javascript' ? 'typescript' : language
}
