import type { Chunk } from '../../model.ts'
import type { Edge, EdgeKind } from './edge.ts'

/** What is in more documents than this is not rare. */
const MOST_DOCUMENTS = 5
/** Ties of one kind that a chunk may begin. */
const MOST_TIES = 5
/** Things that a tie is named by. */
const NAMED = 3

interface Rare {
  readonly thing: number
  readonly idf: number
  readonly chunks: readonly number[]
}

export interface Shared {
  readonly kind: EdgeKind
  /** What each chunk has, by number, each once. */
  readonly thingsOf: readonly (readonly number[])[]
  nameOf(thing: number): string
}

/**
 * Ties each chunk to those of other documents with most rare things in common: cosine of vectors of inverse document
 * frequency. What all documents have says nothing, and ties nothing.
 */
export function sharedEdges(chunks: readonly Chunk[], { kind, thingsOf, nameOf }: Shared): Edge[] {
  const rare = rareThings(chunks, thingsOf)
  const norms = thingsOf.map((things) => Math.sqrt(sum(things.map((thing) => (rare.get(thing)?.idf ?? 0) ** 2))))
  return chunks.flatMap(({ document }, from) => {
    const shared = new Map<number, Rare[]>()
    for (const thing of thingsOf[from]!) {
      const found = rare.get(thing)
      for (const to of found?.chunks ?? []) {
        if (to === from || chunks[to]!.document === document) continue
        const known = shared.get(to)
        if (known === undefined) shared.set(to, [found!])
        else known.push(found!)
      }
    }
    const ties = [...shared].map(([to, things]): Edge => {
      const certainty = sum(things.map(({ idf }) => idf ** 2)) / (norms[from]! * norms[to]!)
      const named = things
        .toSorted((a, b) => b.idf - a.idf || a.thing - b.thing)
        .slice(0, NAMED)
        .map(({ thing }) => nameOf(thing))
      return { from, to, kind, label: named.join(', '), certainty }
    })
    return ties.sort((a, b) => b.certainty - a.certainty || a.to - b.to).slice(0, MOST_TIES)
  })
}

function rareThings(chunks: readonly Chunk[], thingsOf: Shared['thingsOf']): Map<number, Rare> {
  const places = new Map<number, number[]>()
  for (const [index, things] of thingsOf.entries()) {
    for (const thing of things) {
      const known = places.get(thing)
      if (known === undefined) places.set(thing, [index])
      else known.push(index)
    }
  }
  const documents = new Set(chunks.map(({ document }) => document)).size
  const rare = new Map<number, Rare>()
  for (const [thing, indices] of places) {
    const count = new Set(indices.map((index) => chunks[index]!.document)).size
    if (count >= 2 && count <= MOST_DOCUMENTS && count < documents)
      rare.set(thing, { thing, idf: Math.log(documents / count), chunks: indices })
  }
  return rare
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
