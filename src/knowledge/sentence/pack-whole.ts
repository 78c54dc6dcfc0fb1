import type { ChunkingConfig } from '../chunking.ts'

/**
 * Packs pieces greedily into groups of at most `maxTokens` (a single piece that is larger makes its own), each beginning
 * with whole pieces of up to `overlap` tokens from the end of the one before.
 */
export function packWhole<T extends { readonly tokens: number }>(
  pieces: readonly T[],
  { maxTokens, overlap }: ChunkingConfig,
): T[][] {
  const groups: T[][] = []
  let open: T[] = []
  let tokens = 0
  for (const piece of pieces) {
    if (open.length > 0 && tokens + piece.tokens > maxTokens) {
      groups.push(open)
      open = tailOf(open, Math.min(overlap, maxTokens - piece.tokens))
      tokens = open.reduce((sum, each) => sum + each.tokens, 0)
    }
    open.push(piece)
    tokens += piece.tokens
  }
  if (open.length > 0) groups.push(open)
  return groups
}

/** The last pieces that fit, but never all of them: the next group must move on. */
function tailOf<T extends { readonly tokens: number }>(group: readonly T[], room: number): T[] {
  let first = group.length
  for (let left = room; first > 1 && group[first - 1]!.tokens <= left; first--) left -= group[first - 1]!.tokens
  return group.slice(first)
}
