import { tokenStarts } from './tokens.ts'

/**
 * Cuts a line into parts of at most `limit` tokens, each repeating the last `overlap` tokens of the one before. The parts
 * are about equally long and end at white space where there is some in the last quarter; it is dropped at their ends.
 */
export function splitLongLine(line: string, limit: number, overlap: number): string[] {
  const starts = tokenStarts(line)
  const shared = Math.max(0, Math.min(overlap, Math.floor(limit / 2)))
  const parts = Math.ceil((starts.length - shared) / (limit - shared))
  const size = Math.ceil((starts.length - shared) / parts) + shared
  const pieces: string[] = []
  for (let from = 0, to = 0; to < starts.length; from = to - shared) {
    to = endOfPart(line, starts, from, Math.min(from + size, starts.length), shared)
    pieces.push(line.slice(from === 0 ? 0 : starts[from]!, starts[to] ?? line.length).trimEnd())
  }
  return pieces
}

/** The token before which the part ends: after white space if possible, and always far enough to move on. */
function endOfPart(line: string, starts: readonly number[], from: number, latest: number, shared: number): number {
  if (latest === starts.length) return latest
  const earliest = Math.max(from + shared + 1, latest - Math.floor((latest - from) / 4))
  for (let end = latest; end >= earliest; end--) if (/\s/.test(line[starts[end]! - 1]!)) return end
  return latest
}
