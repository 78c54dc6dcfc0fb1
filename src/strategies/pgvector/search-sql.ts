import type { PgvectorIndex, PgvectorSettings } from './settings.ts'

/** Of reciprocal rank fusion: Cormack and others, "Reciprocal Rank Fusion Outperforms Condorcet", SIGIR 2009. */
const RRF_K = 60
/** Hits of each side that a fusion looks at, at least. */
const CANDIDATES = 200

/** Equal scores in the order of every other strategy: path, line, id. */
const TIES = 'path collate "C" nulls first, start_line, id collate "C"'

/**
 * The statement that searches a table which `index` loaded. `dimensions` is the length of the question's vector, where there
 * is one: an approximate index stands over vectors of one length.
 */
export function searchSql(
  search: NonNullable<PgvectorSettings['search']>,
  index: PgvectorIndex,
  dimensions: number | undefined,
): string {
  const nearest = nearestRows(index, dimensions)
  const matching = matchingRows(index)
  if (search === 'vector') return `select key, -distance as score from (${nearest(':k')}) as nearest`
  if (search === 'text') return `select key, score from (${matching(':k')}) as matching`
  const most = `greatest(:k, ${CANDIDATES})`
  return `with nearest as (select *, row_number() over (order by distance, ${TIES}) as rank from (${nearest(most)}) as n),
  matching as (select *, row_number() over (order by score desc, ${TIES}) as rank from (${matching(most)}) as m),
  fused as (select key, coalesce(nearest.path, matching.path) as path, coalesce(nearest.start_line, matching.start_line) as start_line, coalesce(nearest.id, matching.id) as id,
    coalesce(1 / (${RRF_K} + nearest.rank)::float8, 0) + coalesce(1 / (${RRF_K} + matching.rank)::float8, 0) as score
    from nearest full join matching using (key))
select key, score from fused order by score desc, ${TIES} limit :k`
}

/** By inner product, which is the cosine where vectors have length one. An index gives the order of distances alone. */
function nearestRows({ hnsw }: PgvectorIndex, dimensions: number | undefined): (limit: string) => string {
  const type = hnsw === undefined ? 'vector' : `vector(${dimensions})`
  const stored = hnsw === undefined ? 'vector' : `vector::${type}`
  const ties = hnsw === undefined ? `, ${TIES}` : ''
  return (limit) =>
    `select key, path, start_line, id, ${stored} <#> :vector::${type} as distance from :table order by ${stored} <#> :vector::${type}${ties} limit ${limit}`
}

/** Any word of the question counts; rarer words do not count more: PostgreSQL knows no document frequencies. */
function matchingRows({ language }: PgvectorIndex): (limit: string) => string {
  const query = `replace(plainto_tsquery('${language}', :query)::text, '&', '|')::tsquery`
  return (limit) =>
    `select key, path, start_line, id, ts_rank(words, query, 1)::float8 as score from :table, (select ${query} as query) as asked where words @@ query order by score desc, ${TIES} limit ${limit}`
}
