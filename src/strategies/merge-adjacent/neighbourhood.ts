import { documentOf } from '../../document-of.ts'
import { groupBy } from '../../group-by.ts'
import type { Chunk, Hit } from '../../model.ts'

/** A hit that has lines. */
export interface PlacedHit extends Hit {
  readonly startLine: number
  readonly endLine: number
}

/** What is known of the documents around hits. */
export interface Neighbourhood {
  /** The order of a document: negative where `a` comes before `b`. */
  compare(a: PlacedHit, b: PlacedHit): number
  /** Whether a document has nothing but blank lines from one line to another, both inclusive. */
  isBlank(document: string, from: number, to: number): boolean
}

/**
 * Of the chunks that a strategy can return, which hold all of a document but its blank lines. Without them (null) no line
 * counts as blank.
 */
export function neighbourhood(chunks: readonly Chunk[] | null): Neighbourhood {
  const places = new Map(chunks?.map(({ id }, index) => [id, index]))
  const byDocument = groupBy(chunks ?? [], documentOf)
  return {
    compare: (a, b) =>
      a.startLine - b.startLine || (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0) || a.endLine - b.endLine,
    isBlank(document, from, to) {
      const known = byDocument.get(document)
      return known !== undefined && !known.some(({ startLine, endLine }) => startLine <= to && endLine >= from)
    },
  }
}
