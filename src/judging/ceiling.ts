import { documentOf } from '../document-of.ts'
import { groupBy } from '../group-by.ts'
import type { Chunk, Query } from '../model.ts'
import { globMatches, type MatchRule, matches } from './match.ts'

/**
 * The share of all positive judgments that any of the chunks could match at all: what no strategy over these chunks can
 * exceed. `null` where there is no positive judgment.
 */
export function ceiling(queries: readonly Query[], chunks: readonly Chunk[], rule: MatchRule): number | null {
  const byDocument = groupBy(chunks, documentOf)
  const paths = [...new Set(chunks.flatMap((chunk) => (chunk.path === undefined ? [] : [chunk.path])))]
  const ids = new Set(chunks.map((chunk) => chunk.id))
  let total = 0
  let reachable = 0
  for (const { target, grade } of queries.flatMap((query) => query.judgments)) {
    if (grade <= 0) continue
    total++
    if (target.kind === 'glob') reachable += paths.some((path) => globMatches(target.pattern, path)) ? 1 : 0
    else if (target.kind === 'id') reachable += ids.has(target.id) || byDocument.has(target.id) ? 1 : 0
    else reachable += byDocument.get(target.path)?.some((c) => matches({ ...c, score: 0 }, target, rule)) ? 1 : 0
  }
  return total === 0 ? null : reachable / total
}
