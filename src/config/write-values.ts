import { isDeepStrictEqual } from 'node:util'
import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Node,
  parseDocument,
  Scalar,
  type YAMLMap,
} from 'yaml'
import { inlineYaml } from './inline-yaml.ts'
import type { Placed } from './with-values.ts'

/**
 * The text of a config with values set, all else as it was: comments, order, layout. A value that is there is replaced
 * where it stands; one that is not is added at the end of its mapping. Null where that cannot be done so that
 * `isAsWanted` holds for the text: where an alias shares the value with another key, for example.
 */
export function writeValues(
  text: string,
  values: readonly Placed[],
  isAsWanted: (text: string) => boolean,
): string | null {
  for (const way of [inPlace, throughDocument]) {
    const written = tryWay(way, text, values)
    if (written !== null && isAsWanted(written)) return written
  }
  return null
}

/** The library refuses what it cannot set, such as a key inside an alias. */
function tryWay(way: (text: string, value: Placed) => string, text: string, values: readonly Placed[]): string | null {
  try {
    return values.reduce(way, text)
  } catch {
    return null
  }
}

/** Changes the characters of the value alone; what has an unusual layout goes through the document. */
function inPlace(text: string, placed: Placed): string {
  const document = parseDocument(text)
  const node: unknown = document.getIn(placed.path, true)
  const edit = isNode(node) ? replacement(node, placed.value) : addition(text, document, placed)
  if (edit === null) return throughDocument(text, placed)
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end)
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

function replacement(node: Node, value: unknown): Edit | null {
  const isShort = isScalar(node) ? !isBlock(node) : isCollection(node) && node.flow === true
  if (!isShort || node.range == null) return null
  const [start, end] = node.range
  if (isScalar(node) && isDeepStrictEqual(node.value, value)) return { start, end: start, text: '' }
  return { start, end, text: inlineYaml(value) }
}

/** A key at the end of the innermost mapping that is there. */
function addition(text: string, document: Document, { path, value }: Placed): Edit | null {
  for (let depth = path.length - 1; depth >= 0; depth--) {
    const parent: unknown = depth === 0 ? document.contents : document.getIn(path.slice(0, depth), true)
    if (parent === undefined || parent === null) continue
    if (!isMap(parent)) return null
    const [key = '', ...rest] = path.slice(depth)
    const held = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value)
    return entryAfter(text, parent, `${inlineYaml(key)}: ${inlineYaml(held)}`)
  }
  return null
}

function entryAfter(text: string, mapping: YAMLMap<unknown, unknown>, entry: string): Edit | null {
  const first = mapping.items[0]?.key
  const last = mapping.items.at(-1)
  const end = last === undefined ? null : endOf(last.value ?? last.key)
  if (end === null || !isNode(first) || first.range == null) return null
  if (mapping.flow === true) return { start: end, end, text: `, ${entry}` }
  const lineStart = text.lastIndexOf('\n', first.range[0]) + 1
  const indent = text.slice(lineStart, first.range[0])
  if (indent.trim() !== '') return null
  const lineEnd = /\r?\n|$/.exec(text.slice(end))!
  const at = end + lineEnd.index
  return { start: at, end: at, text: `${text.includes('\r\n') ? '\r\n' : '\n'}${indent}${entry}` }
}

/** Where the text of a value ends; null for layouts that end elsewhere than they seem to. */
function endOf(node: unknown): number | null {
  if (!isNode(node) || node.range == null) return null
  if (isScalar(node)) return isBlock(node) ? null : node.range[1]
  if (!isCollection(node) || node.flow === true || node.items.length === 0) return node.range[1]
  const last: unknown = node.items.at(-1)
  return isPair(last) ? endOf(last.value ?? last.key) : endOf(last)
}

function isBlock({ type }: Scalar): boolean {
  return type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL
}

function throughDocument(text: string, { path, value }: Placed): string {
  const document = parseDocument(text)
  document.setIn(path, document.createNode(value, { flow: true }))
  const written = document.toString({ lineWidth: 0 })
  return text.includes('\r\n') ? written.replaceAll(/\r?\n/g, '\r\n') : written
}
