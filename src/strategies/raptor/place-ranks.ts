import { createHash } from 'node:crypto'
import { compareCodeUnits } from '../../code-units.ts'
import type { Chunk } from '../../model.ts'

/**
 * For each chunk its place in a shuffled order: by a hash of the document, the headings above it, and how many chunks under
 * these come before. A text that changes stays where it is, and so do the others; one that comes or goes moves none past
 * another.
 */
export function placeRanks(chunks: readonly Chunk[]): number[] {
  const counts = new Map<string, number>()
  const keys = chunks.map(({ path, document, headings }) => {
    const place = JSON.stringify([path ?? document, ...headings])
    const before = counts.get(place) ?? 0
    counts.set(place, before + 1)
    return createHash('sha256').update(`${before} ${place}`).digest('hex')
  })
  const order = [...keys.keys()].sort((a, b) => compareCodeUnits(keys[a]!, keys[b]!) || a - b)
  const ranks = new Array<number>(chunks.length).fill(0)
  for (const [rank, index] of order.entries()) ranks[index] = rank
  return ranks
}
