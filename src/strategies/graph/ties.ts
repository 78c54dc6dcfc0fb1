import type { Edge } from './edge.ts'

/** How two chunks are tied, seen from one of them. */
export interface Tie {
  readonly to: number
  /** The part of what one has that it would hand to the other; those of a chunk add up to 1 at most. */
  readonly share: number
  /** The surest of their edges. */
  readonly edge: Edge
}

/**
 * The ties of each chunk: its neighbours, each weighted by the surest edge between the two, as steps of a random walk.
 * What is tied to much hands little to each, and so does what is tied by guesses alone: shares are not made larger than
 * the ties are sure.
 */
export function tiesOf(edges: readonly Edge[], count: number): Tie[][] {
  const surest: Map<number, Edge>[] = Array.from({ length: count }, () => new Map())
  for (const edge of edges) {
    if (edge.from === edge.to) continue
    keepSurest(surest[edge.from]!, edge.to, edge)
    keepSurest(surest[edge.to]!, edge.from, edge)
  }
  return surest.map((neighbours) => {
    const inOrder = [...neighbours].sort(([a], [b]) => a - b)
    const total = Math.max(
      1,
      inOrder.reduce((sum, [, { certainty }]) => sum + certainty, 0),
    )
    return inOrder.map(([to, edge]) => ({ to, share: edge.certainty / total, edge }))
  })
}

function keepSurest(neighbours: Map<number, Edge>, to: number, edge: Edge): void {
  const known = neighbours.get(to)
  if (known === undefined || edge.certainty > known.certainty) neighbours.set(to, edge)
}
