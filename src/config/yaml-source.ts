import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseDocument,
} from 'yaml'
import { UserError } from '../errors.ts'
import { type Problem, problemsError } from './problem.ts'

/** A parsed YAML file that still knows where everything stands. */
export interface YamlSource {
  readonly value: unknown
  /** Where a value stands, or its key; where it is missing, the deepest part of the path that there is. */
  position(path: readonly PropertyKey[], part: 'key' | 'value'): { readonly line: number; readonly column: number }
}

/** What a config of people never reaches, and a decompression bomb does. */
const MAX_LENGTH = 1_000_000
const MAX_ALIASES = 100

/** Reads YAML 1.2. Throws `UserError` naming every syntax error and repeated key with line and column. */
export function parseYaml(text: string, file: string): YamlSource {
  if (text.length > MAX_LENGTH)
    throw new UserError({ where: file, what: `this file is too long to be a config (${text.length} characters)` })
  const lines = new LineCounter()
  const document = parse(text, file, lines)
  const position = (offset: number) => toPosition(lines, offset)
  const errors = [...document.errors, ...document.warnings]
  if (errors.length > 0)
    throw problemsError(errors.map((error) => ({ file, ...position(error.pos[0]), ...syntaxProblem(error, text) })))
  return {
    value: toValue(document, file),
    position: (path, part) => position(offsetOf(document, path, part)),
  }
}

function parse(text: string, file: string, lineCounter: LineCounter): Document.Parsed {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false, stringKeys: true, resolveKnownTags: false })
  } catch (error) {
    if (error instanceof RangeError) throw new UserError({ where: file, what: 'this YAML is nested too deeply' })
    throw error
  }
}

function toValue(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown
  } catch (error) {
    if (error instanceof ReferenceError) throw new UserError({ where: file, what: `YAML aliases: ${error.message}` })
    throw error
  }
}

function syntaxProblem(
  error: { code: string; message: string; pos: readonly [number, number] },
  text: string,
): Pick<Problem, 'what' | 'hint'> {
  if (error.code === 'DUPLICATE_KEY') {
    const key = /^[^\s:]*/.exec(text.slice(error.pos[0]))?.[0] ?? ''
    return { what: `the key \`${key}\` is given twice`, hint: 'keep one of them' }
  }
  if (error.code === 'MULTIPLE_DOCS')
    return { what: 'this file holds several YAML documents', hint: 'remove the `---`' }
  return { what: `this is not valid YAML: ${error.message}` }
}

function toPosition(lines: LineCounter, offset: number): { line: number; column: number } {
  const { line, col } = lines.linePos(offset)
  return line === 0 ? { line: 1, column: 1 } : { line, column: col }
}

function offsetOf(document: Document.Parsed, path: readonly PropertyKey[], part: 'key' | 'value'): number {
  let node: Node | null | undefined = document.contents
  let offset = start(node) ?? 0
  for (const [index, segment] of path.entries()) {
    const step = child(document, node, segment)
    if (step === undefined) return offset
    const ofKey = start(step.key)
    const ofValue = start(step.value)
    offset = (part === 'key' && index === path.length - 1 ? ofKey : ofValue) ?? ofValue ?? ofKey ?? offset
    node = step.value
  }
  return offset
}

function child(document: Document, parent: Node | null | undefined, segment: PropertyKey) {
  const node = isAlias(parent) ? parent.resolve(document) : parent
  if (isSeq<ParsedNode>(node) && typeof segment === 'number') {
    const value = node.items[segment]
    return value === undefined ? undefined : { key: undefined, value }
  }
  if (!isMap<ParsedNode, ParsedNode | null>(node)) return undefined
  const pair = node.items.find(({ key }) => isScalar(key) && key.value === segment)
  return pair === undefined ? undefined : { key: pair.key, value: pair.value }
}

function start(node: Node | null | undefined): number | undefined {
  return node?.range?.[0]
}
