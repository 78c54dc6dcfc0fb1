import type { ChunkingConfig } from './chunking.ts'
import type { NumberedLines } from './numbered-lines.ts'
import type { Unit } from './pack-units.ts'
import { splitLongLine } from './split-long-line.ts'

/**
 * The lines of a range as units, a line longer than `maxTokens` as several parts. `lead` is what stands directly before
 * the range and should share a chunk with its beginning: so many tokens are left free in the parts of the first line.
 */
export function lineUnits(
  numbered: NumberedLines,
  startLine: number,
  endLine: number,
  { maxTokens, overlap }: ChunkingConfig,
  lead = 0,
): Unit[] {
  const units: Unit[] = []
  for (let line = startLine; line <= endLine; line++) {
    const tokens = numbered.tokens(line, line)
    const limit = line === startLine && lead <= maxTokens / 2 ? maxTokens - lead : maxTokens
    if (tokens <= maxTokens) units.push({ startLine: line, endLine: line })
    else
      for (const part of splitLongLine(numbered.lines[line - 1]!, limit, overlap))
        units.push({ startLine: line, endLine: line, part })
  }
  return units
}
