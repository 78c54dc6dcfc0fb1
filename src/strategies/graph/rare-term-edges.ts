import { Analyzer } from '../../analysis/analyzer.ts'
import type { Chunk } from '../../model.ts'
import type { Edge } from './edge.ts'

/** A term in more documents than this is not rare. */
const MOST_DOCUMENTS = 5
/** Ties of this kind that a chunk may begin. */
const MOST_TIES = 5
/** Terms that a tie is named by. */
const NAMED = 3

interface Rare {
  readonly term: number
  readonly idf: number
  readonly chunks: readonly number[]
}

/** Ties each chunk to those with most rare terms in common: cosine of vectors of inverse document frequency. */
export function rareTermEdges(chunks: readonly Chunk[]): Edge[] {
  const analyzer = new Analyzer({ stemming: true, stopWords: true })
  const termsOf = chunks.map(({ text }) => [...new Set(analyzer.analyze(text))])
  const rare = rareTerms(chunks, termsOf)
  const norms = termsOf.map((terms) => Math.sqrt(sum(terms.map((term) => (rare.get(term)?.idf ?? 0) ** 2))))
  return chunks.flatMap(({ document }, from) => {
    const shared = new Map<number, Rare[]>()
    for (const term of termsOf[from]!) {
      const found = rare.get(term)
      for (const to of found?.chunks ?? []) {
        if (to === from || chunks[to]!.document === document) continue
        const known = shared.get(to)
        if (known === undefined) shared.set(to, [found!])
        else known.push(found!)
      }
    }
    const ties = [...shared].map(([to, terms]): Edge => {
      const certainty = sum(terms.map(({ idf }) => idf ** 2)) / (norms[from]! * norms[to]!)
      const named = terms
        .toSorted((a, b) => b.idf - a.idf || a.term - b.term)
        .slice(0, NAMED)
        .map(({ term }) => analyzer.term(term))
      return { from, to, kind: 'terms', label: named.join(', '), certainty }
    })
    return ties.sort((a, b) => b.certainty - a.certainty || a.to - b.to).slice(0, MOST_TIES)
  })
}

function rareTerms(chunks: readonly Chunk[], termsOf: readonly (readonly number[])[]): Map<number, Rare> {
  const places = new Map<number, number[]>()
  for (const [index, terms] of termsOf.entries()) {
    for (const term of terms) {
      const known = places.get(term)
      if (known === undefined) places.set(term, [index])
      else known.push(index)
    }
  }
  const documents = new Set(chunks.map(({ document }) => document)).size
  const rare = new Map<number, Rare>()
  for (const [term, indices] of places) {
    const count = new Set(indices.map((index) => chunks[index]!.document)).size
    if (count >= 2 && count <= MOST_DOCUMENTS)
      rare.set(term, { term, idf: Math.log(documents / count), chunks: indices })
  }
  return rare
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
