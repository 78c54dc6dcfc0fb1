import type { Node } from 'web-tree-sitter'

/** Longer ones would weigh more than the code below them. */
const LONGEST = 200

/** The head of a definition in one line, up to its body: `export class Store extends Map<string, Chunk>`. */
export function signature(node: Node, text: string): string {
  const named = withName(node)
  const name = named.childForFieldName('name') ?? named.childForFieldName('type') ?? named
  const start = text.lastIndexOf('\n', name.startIndex - 1) + 1
  const head = text.slice(start, bodyOf(named)?.startIndex ?? endOfLine(text, name.startIndex))
  const line = head.replace(/\s+/g, ' ').trim()
  return line.replace(/\s*(?:\{|:|=>|=)$/, '').slice(0, LONGEST)
}

/** A declaration may hold what has the name: `const run = () => {}`, Go's `type Store struct {}`. */
function withName(node: Node): Node {
  if (node.childForFieldName('name') !== null) return node
  return node.namedChildren.find((child) => child.childForFieldName('name') !== null) ?? node
}

function bodyOf(node: Node): Node | null {
  const value = node.childForFieldName('value')
  return node.childForFieldName('body') ?? value?.childForFieldName('body') ?? value
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end === -1 ? text.length : end
}
