import type { Hit, Ranking } from '../model.ts'

type Hits = Pick<Ranking, 'hits'>

/** Whether two rankings are the same hits with the same scores and contents. */
export function sameRanking(a: Hits, b: Hits): boolean {
  return a.hits.length === b.hits.length && a.hits.every((hit, rank) => sameHit(hit, b.hits[rank]!))
}

/** Without a content hash nobody can say that a hit is the same. */
function sameHit(a: Hit, b: Hit): boolean {
  return a.hash !== undefined && (a === b || (a.id === b.id && a.score === b.score && a.hash === b.hash))
}
