import type { Node } from 'web-tree-sitter'

/** With more of the lines than this in errors, a tree says little about the text. */
const TOLERATED = 1 / 4

/** Whether a text is not in the language that its tree was made for. */
export function isBroken(root: Node): boolean {
  if (root.type === 'ERROR') return true
  if (!root.hasError) return false
  const most = TOLERATED * (root.endPosition.row - root.startPosition.row + 1)
  const lines = new Set<number>()
  for (const { startPosition, endPosition } of root.descendantsOfType('ERROR')) {
    for (let row = startPosition.row; row <= endPosition.row; row++) lines.add(row)
    if (lines.size > most) return true
  }
  return false
}
