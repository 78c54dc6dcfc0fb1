import { countTokens } from './tokens.ts'

/** A text as lines without their ends, with token counts by line range (1-based, inclusive). */
export interface NumberedLines {
  readonly lines: readonly string[]
  tokens(startLine: number, endLine: number): number
}

/** Splits at LF and CRLF, as git and GitHub count lines; a final line end starts no further line. */
export function numberLines(text: string): NumberedLines {
  const lines = text.split('\n')
  if (lines.length > 1 && lines.at(-1) === '') lines.pop()
  if (text.includes('\r')) dropCarriageReturns(lines)
  const before = new Uint32Array(lines.length + 1)
  for (const [index, line] of lines.entries()) before[index + 1] = before[index]! + countTokens(line)
  return { lines, tokens: (startLine, endLine) => before[endLine]! - before[startLine - 1]! }
}

function dropCarriageReturns(lines: string[]): void {
  for (const [index, line] of lines.entries()) if (line.endsWith('\r')) lines[index] = line.slice(0, -1)
}
