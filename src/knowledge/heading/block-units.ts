import type { ChunkingConfig } from '../chunking.ts'
import { lineUnits } from '../line-units.ts'
import type { NumberedLines } from '../numbered-lines.ts'
import type { Unit } from '../pack-units.ts'
import type { MarkdownBlock } from './markdown-block.ts'

interface Range {
  readonly startLine: number
  readonly endLine: number
}

/**
 * The blocks that share out a range of lines, as units: each reaches to the next one's first line. One larger than
 * `maxTokens` gives way to the blocks inside it, and where there are none, to its lines.
 */
export function blockUnits(
  numbered: NumberedLines,
  range: Range,
  blocks: readonly MarkdownBlock[],
  config: ChunkingConfig,
): Unit[] {
  let lead = 0
  return shareOut(range, blocks).flatMap(({ block, startLine, endLine }) => {
    const tokens = numbered.tokens(startLine, endLine)
    const before = lead
    lead = block.kind === 'heading' ? lead + tokens : 0
    if (tokens <= config.maxTokens) return [{ startLine, endLine, whole: block.kind === 'fence' }]
    if (block.children.length > 0) return blockUnits(numbered, { startLine, endLine }, block.children, config)
    return lineUnits(numbered, startLine, endLine, config, before)
  })
}

/** Blocks that begin on one line (a list in a list) stay together under the last, which is the innermost. */
function shareOut({ startLine, endLine }: Range, blocks: readonly MarkdownBlock[]) {
  const distinct = blocks.filter((block, index) => blocks[index + 1]?.startLine !== block.startLine)
  return distinct.map((block, index) => ({
    block,
    startLine: index === 0 ? startLine : block.startLine,
    endLine: (distinct[index + 1]?.startLine ?? endLine + 1) - 1,
  }))
}
