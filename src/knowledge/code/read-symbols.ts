import type { QueryCapture } from 'web-tree-sitter'
import { languageOf } from './language-of.ts'
import { type SymbolRole, symbolRoles } from './symbol-queries.ts'
import { SyntaxParser } from './syntax-parser.ts'

/** A name at a place in code; of an import, what is imported (`./model.ts`, `a.b.C`). The line is 1-based. */
export interface CodeSymbol {
  readonly name: string
  readonly role: SymbolRole
  readonly line: number
}

/** Loads the parser; gives what reads the names in a file, in text order: none where it is in no known language, or broken. */
export async function loadSymbolReader(): Promise<(path: string, text: string) => CodeSymbol[]> {
  const parser = await SyntaxParser.load()
  return (path, text) => {
    const language = languageOf(path)
    if (language === undefined) return []
    return parser.withTree(language, text, (root) => toSymbols(parser.symbolQuery(language).captures(root))) ?? []
  }
}

function toSymbols(captures: readonly QueryCapture[]): CodeSymbol[] {
  const byPlace = new Map<number, CodeSymbol>()
  for (const { name, node } of captures) {
    const role = name as SymbolRole
    const known = byPlace.get(node.startIndex)
    if (known !== undefined && symbolRoles.indexOf(known.role) <= symbolRoles.indexOf(role)) continue
    byPlace.set(node.startIndex, { name: node.text, role, line: node.startPosition.row + 1 })
  }
  return [...byPlace.values()]
}
