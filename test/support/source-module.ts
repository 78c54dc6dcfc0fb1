import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** What a TypeScript file of ours says about itself, read from its syntax tree. */
export interface SourceModule {
  /** Relative to the repository, with `/`. */
  readonly path: string
  readonly text: string
  /** What it imports: a path relative to the repository for our own files, else the specifier. */
  readonly imports: readonly string[]
  /** Those of them that are loaded along with it: no types, and nothing behind `import()`. */
  readonly loads: readonly string[]
  /** Names of free-standing identifiers and of `object.member` pairs, such as `process` and `Date.now`. */
  readonly names: ReadonlySet<string>
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

/** Reads and parses one file of the repository in `root`. */
export function readSourceModule(root: string, path: string): SourceModule {
  return parseSourceModule(path, readFileSync(join(root, path), 'utf8'))
}

/** Parses a file's text; comments and strings count for nothing. */
export function parseSourceModule(path: string, text: string): SourceModule {
  const imports: string[] = []
  const loads: string[] = []
  const names = new Set<string>()
  walk(parseAst(text, { lang: 'ts', sourceType: 'module' }, path) as unknown as Node, (node) => {
    const specifier = importOf(node)
    if (specifier !== undefined) {
      imports.push(resolve(path, specifier))
      if (isLoading(node)) loads.push(resolve(path, specifier))
    }
    for (const name of namesIn(node)) names.add(name)
  })
  return { path, text, imports, loads, names }
}

function resolve(from: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(from), specifier) : specifier
}

/** The specifier of `import ... from`, `export ... from`, `import()` and the type `import()`; types count as well. */
function importOf(node: Node): string | undefined {
  const importing = /^(ImportDeclaration|Export(Named|All)Declaration|ImportExpression|TSImportType)$/
  if (!importing.test(node.type)) return undefined
  const source = (node.source ?? node.argument) as { value?: unknown; literal?: { value?: unknown } } | null
  const value = source?.value ?? source?.literal?.value
  return typeof value === 'string' ? value : undefined
}

function isLoading({ type, importKind, exportKind }: Node): boolean {
  return /Declaration$/.test(type) && importKind !== 'type' && exportKind !== 'type'
}

/** The names that a node uses itself; the property of `object.property` is no name of its own. */
function namesIn(node: Node): string[] {
  if (node.type === 'NewExpression' && (node.arguments as unknown[]).length === 0) {
    return [`new ${nameOf(node.callee) ?? '?'}()`]
  }
  if (node.type === 'MemberExpression' && !node.computed) {
    const member = nameOf(node.property)
    const object = nameOf(node.object)
    return object === undefined ? [`.${member}`] : [object, `${object}.${member}`, `.${member}`]
  }
  return Object.entries(node)
    .filter(([key]) => key !== 'key' || node.computed === true)
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]).map(nameOf))
    .filter((name) => name !== undefined)
}

function nameOf(node: unknown): string | undefined {
  const { type, name } = (node ?? {}) as { type?: unknown; name?: unknown }
  return type === 'Identifier' && typeof name === 'string' ? name : undefined
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit)
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
