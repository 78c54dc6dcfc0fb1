import type { ChunkingConfig } from '../chunking.ts'
import { lineUnits } from '../line-units.ts'
import type { NumberedLines } from '../numbered-lines.ts'
import type { Unit } from '../pack-units.ts'
import type { CodeBlock } from './code-block.ts'
import { codeBlocks } from './code-blocks.ts'
import type { CodeLanguage } from './languages/language.ts'
import { shareOut } from './share-out.ts'

/** Code nested deeper than this (an endless chain of operators, say) is cut at line ends. */
const DEEPEST = 200

/**
 * The lines of a block as units. One larger than `maxTokens` gives way to the nodes inside it: a function to its
 * statements, a statement to its parts, and what has none to its lines.
 */
export function statementUnits(
  block: CodeBlock,
  numbered: NumberedLines,
  language: CodeLanguage,
  config: ChunkingConfig,
  depth = 0,
): Unit[] {
  const { startLine, endLine, node } = block
  if (numbered.tokens(startLine, endLine) <= config.maxTokens) return [{ startLine, endLine }]
  const inside = depth < DEEPEST ? shareOut(startLine, endLine, codeBlocks(node, language)) : []
  if (inside.length === 0) return lineUnits(numbered, startLine, endLine, config)
  return inside.flatMap((each) => statementUnits(each, numbered, language, config, depth + 1))
}
