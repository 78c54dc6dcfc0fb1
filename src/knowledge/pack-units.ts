import type { ChunkingConfig } from './chunking.ts'
import type { Span } from './make-chunk.ts'
import type { NumberedLines } from './numbered-lines.ts'
import { countTokens } from './tokens.ts'

/** What is not cut when chunks are packed: a range of lines, or a part of one long line. Units are in line order. */
export interface Unit {
  readonly startLine: number
  readonly endLine: number
  /** Text of the part, where the unit is a part of one line. */
  readonly part?: string
  /** An overlap may not begin inside it (fenced code). */
  readonly whole?: boolean
}

interface Line {
  readonly number: number
  readonly text: string
}

/**
 * Packs units greedily into spans of at most `maxTokens` (a single unit that is larger makes its own span), each
 * beginning with up to `overlap` tokens of whole lines from the end of the one before. Blank lines at the ends of a span
 * are dropped, and with them spans that are blank. Linear in the number of lines.
 */
export function packUnits(
  numbered: NumberedLines,
  units: readonly Unit[],
  { maxTokens, overlap }: ChunkingConfig,
): Span[] {
  const spans: Span[] = []
  let lines: Line[] = []
  let tokens = 0
  const close = (): void => {
    const span = toSpan(lines, tokens)
    if (span !== undefined) spans.push(span)
  }
  let first = 0
  for (const [index, unit] of units.entries()) {
    const size = tokensOf(numbered, unit)
    if (lines.length > 0 && (tokens + size > maxTokens || continuesLine(units[index - 1], unit))) {
      close()
      const start = overlapStart(numbered, units, first, index, Math.min(overlap, maxTokens - size), lines[0]!.number)
      lines = linesOf(numbered, { startLine: start, endLine: unit.startLine - 1 })
      tokens = start < unit.startLine ? numbered.tokens(start, unit.startLine - 1) : 0
      first = index
    }
    for (const line of linesOf(numbered, unit)) lines.push(line)
    tokens += size
  }
  close()
  return spans
}

function tokensOf(numbered: NumberedLines, { startLine, endLine, part }: Unit): number {
  return part === undefined ? numbered.tokens(startLine, endLine) : countTokens(part)
}

function continuesLine(previous: Unit | undefined, unit: Unit): boolean {
  return unit.part !== undefined && previous?.startLine === unit.startLine
}

/** The first line that the span beginning with `units[index]` repeats; without an overlap, the unit's own first line. */
function overlapStart(
  numbered: NumberedLines,
  units: readonly Unit[],
  first: number,
  index: number,
  room: number,
  previousStart: number,
): number {
  const own = units[index]!
  if (own.part !== undefined) return own.startLine
  let start = own.startLine
  for (let i = index - 1; i >= first; i--) {
    const { startLine, endLine, part, whole } = units[i]!
    if (part !== undefined) break
    const lowest = startLine > previousStart ? startLine : previousStart + 1
    for (let line = whole ? startLine : endLine; line >= lowest; line--) {
      if (numbered.tokens(line, own.startLine - 1) > room) return start
      if (numbered.lines[line - 1]!.trim() !== '') start = line
    }
  }
  return start
}

function linesOf(numbered: NumberedLines, { startLine, endLine, part }: Unit): Line[] {
  if (part !== undefined) return [{ number: startLine, text: part }]
  const lines: Line[] = []
  for (let number = startLine; number <= endLine; number++) lines.push({ number, text: numbered.lines[number - 1]! })
  return lines
}

function toSpan(lines: readonly Line[], tokens: number): Span | undefined {
  let from = 0
  let to = lines.length
  while (from < to && lines[from]!.text.trim() === '') from++
  while (from < to && lines[to - 1]!.text.trim() === '') to--
  if (from === to) return undefined
  const kept = lines.slice(from, to)
  return {
    startLine: kept[0]!.number,
    endLine: kept.at(-1)!.number,
    text: kept.map((line) => line.text).join('\n'),
    tokens,
  }
}
