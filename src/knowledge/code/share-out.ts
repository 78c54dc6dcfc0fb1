import type { CodeBlock } from './code-block.ts'

/**
 * A range of lines divided among the blocks that begin in it: each reaches to the next one's first line, and what lies
 * before the first goes with it. Of blocks that begin on one line, the last has the line.
 */
export function shareOut(startLine: number, endLine: number, blocks: readonly CodeBlock[]): CodeBlock[] {
  const inside = blocks.filter((block) => block.startLine <= endLine)
  const distinct = inside.filter((block, index) => inside[index + 1]?.startLine !== block.startLine)
  return distinct.map((block, index) => ({
    ...block,
    startLine: index === 0 ? startLine : block.startLine,
    endLine: (distinct[index + 1]?.startLine ?? endLine + 1) - 1,
  }))
}
