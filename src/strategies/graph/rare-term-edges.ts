import { Analyzer } from '../../analysis/analyzer.ts'
import type { Chunk } from '../../model.ts'
import type { Edge } from './edge.ts'
import { sharedEdges } from './shared-edges.ts'

/** Words in common are a weaker sign than a name that one text takes from the other. */
const SURENESS = 0.25

/** Ties each chunk to those with most rare terms in common. */
export function rareTermEdges(chunks: readonly Chunk[]): Edge[] {
  const analyzer = new Analyzer({ stemming: true, stopWords: true })
  const thingsOf = chunks.map(({ text }) => [...new Set(analyzer.analyze(text))])
  const edges = sharedEdges(chunks, { kind: 'terms', thingsOf, nameOf: (term) => analyzer.term(term) })
  return edges.map((edge) => ({ ...edge, certainty: SURENESS * edge.certainty }))
}
