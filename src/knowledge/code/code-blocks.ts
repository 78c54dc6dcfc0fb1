import type { Node } from 'web-tree-sitter'
import type { CodeBlock } from './code-block.ts'
import type { CodeLanguage } from './languages/language.ts'

/**
 * The children of a node as blocks, in order. Comments, decorators and attributes belong to what follows them directly;
 * where a blank line follows, they are a block of their own.
 */
export function codeBlocks(parent: Node, language: CodeLanguage): CodeBlock[] {
  const blocks: CodeBlock[] = []
  let lead: CodeBlock | undefined
  for (const child of parent.namedChildren) {
    const [startLine, endLine] = linesOf(child)
    if (lead !== undefined && startLine > lead.endLine + 1) {
      blocks.push(lead)
      lead = undefined
    }
    if (language.leading.has(child.type)) {
      if (lead !== undefined || startLine > (blocks.at(-1)?.endLine ?? 0))
        lead = { kind: 'comment', startLine: lead?.startLine ?? startLine, endLine, node: child }
    } else {
      const node = unwrapped(child, language)
      blocks.push({ kind: kindOf(child, node, language), startLine: lead?.startLine ?? startLine, endLine, node })
      lead = undefined
    }
  }
  return lead === undefined ? blocks : [...blocks, lead]
}

/** Some nodes (Rust's line comments) end at the beginning of the next line. */
function linesOf({ startPosition: start, endPosition: end }: Node): [number, number] {
  return [start.row + 1, end.column === 0 && end.row > start.row ? end.row : end.row + 1]
}

function unwrapped(node: Node, language: CodeLanguage): Node {
  if (!language.wrappers.has(node.type)) return node
  const inner = node.namedChildren.find(
    ({ type }) => language.definitions.has(type) || language.imports.has(type) || language.wrappers.has(type),
  )
  return inner === undefined ? node : unwrapped(inner, language)
}

function kindOf(outer: Node, node: Node, language: CodeLanguage): CodeBlock['kind'] {
  if (language.imports.has(node.type) || isReexport(outer)) return 'import'
  return language.definitions.has(node.type) ? 'definition' : 'statement'
}

function isReexport(node: Node): boolean {
  return node.type === 'export_statement' && node.childForFieldName('source') !== null
}
