import { documentOf } from '../document-of.ts'
import { groupBy } from '../group-by.ts'
import type { Chunk, Hit, Query } from '../model.ts'
import { globMatches, type MatchRule, matches } from './match.ts'

export interface CeilingOptions {
  readonly match: MatchRule
  /** Neighbouring chunks of a document may be one hit. */
  readonly merges: boolean
}

/**
 * The share of all positive judgments that any of the chunks, or of what they can be merged to, could match at all: what no
 * strategy over these chunks can exceed. `null` where there is no positive judgment.
 */
export function ceiling(
  queries: readonly Query[],
  chunks: readonly Chunk[],
  { match, merges }: CeilingOptions,
): number | null {
  const byDocument = groupBy(chunks, documentOf)
  const paths = once(() => [...new Set(chunks.flatMap((chunk) => (chunk.path === undefined ? [] : [chunk.path])))])
  const ids = once(() => new Set(chunks.map((chunk) => chunk.id)))
  let total = 0
  let reachable = 0
  for (const { target, grade } of queries.flatMap((query) => query.judgments)) {
    if (grade <= 0) continue
    total++
    if (target.kind === 'glob') reachable += paths().some((path) => globMatches(target.pattern, path)) ? 1 : 0
    else if (target.kind === 'id') reachable += ids().has(target.id) || byDocument.has(target.id) ? 1 : 0
    else {
      const ofDocument = byDocument.get(target.path) ?? []
      const hits = merges && target.kind === 'lines' ? stretchesAt(target, ofDocument) : ofDocument
      reachable += hits.some((hit) => matches({ ...hit, id: hit.id, score: 0 }, target, match)) ? 1 : 0
    }
  }
  return total === 0 ? null : reachable / total
}

/** For what few sets of questions need. */
function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Every stretch of neighbours among a document's chunks that has to do with some lines, one chunk further on each side. */
function stretchesAt(lines: { startLine: number; endLine: number }, chunks: readonly Chunk[]): Omit<Hit, 'score'>[] {
  const inOrder = chunks.toSorted((a, b) => a.startLine - b.startLine || a.endLine - b.endLine)
  const shares = (chunk: Chunk) => chunk.startLine <= lines.endLine && chunk.endLine >= lines.startLine
  const first = Math.max(0, inOrder.findIndex(shares) - 1)
  const around = inOrder.slice(first, inOrder.findLastIndex(shares) + 2)
  return around.flatMap((chunk, start) => {
    let { endLine } = chunk
    return around.slice(start).map((last) => {
      endLine = Math.max(endLine, last.endLine)
      return { id: chunk.id, path: chunk.path!, startLine: chunk.startLine, endLine }
    })
  })
}
