import { beforeAll, describe, expect, it } from 'vitest'
import { deadUrl } from '../../support/engines/http-server.ts'
import { letterEmbedder } from '../../support/engines/letter-embedder.ts'
import { realEngines } from '../../support/engines/real-engines.ts'
import { query } from '../../support/engines/real-kinds.ts'
import { ask, askAll, errorOf, openStrategy } from '../../support/engines/strategy.ts'

const table = `own_${process.pid}`
const env = { DATABASE_URL: realEngines?.postgresql ?? '' }
const open = (sql: string, more: Record<string, unknown> = {}) =>
  openStrategy(
    { type: 'pgvector', sql, retries: 0, ...more },
    { env, context: { embedder: async () => letterEmbedder().embedder } },
  )

describe('PostgreSQL that is not there', () => {
  it('is an error of every question that says so, without user or password', async () => {
    const { host } = new URL(await deadUrl())
    const settings = { type: 'pgvector', sql: 'select :query', retries: 0, concurrency: 1, maxFailures: 2 }
    const opened = await openStrategy(settings, { env: { DATABASE_URL: `postgres://me:hunter2@${host}/db` } })
    const { errors } = await askAll(opened, 4)
    const reason = `PostgreSQL at ${host}/db cannot be asked: nothing listens there (ECONNREFUSED)`
    expect([...errors.values()]).toEqual([
      reason,
      reason,
      ...Array(2).fill(`not asked, since 2 questions in a row failed, the last with: ${reason}`),
    ])
  })

  it('wants an address', async () => {
    await expect(openStrategy({ type: 'pgvector', sql: 'select :query' })).rejects.toThrow(
      'the environment variable DATABASE_URL is not set',
    )
  })
})

describe.skipIf(realEngines === null)("tables of one's own in PostgreSQL", () => {
  beforeAll(async () => {
    await query('create extension if not exists vector').catch(() => {})
    await query(`create table ${table} (path text, start_line int, end_line int, body text, embedding vector(26))`)
    const a = `[${Array.from({ length: 26 }, (_, at) => (at === 0 ? 1 : 0))}]`
    const z = `[${Array.from({ length: 26 }, (_, at) => (at === 25 ? 1 : 0))}]`
    await query(
      `insert into ${table} values ('a.md', 1, 2, 'how passwords are hashed', '${a}'), ('b.md', 3, 4, 'tokens expire', '${z}'), ('c.md', 5, 6, 'passwords, tokens and passwords', '${z}')`,
    )
    return async () => void (await query(`drop table ${table}`))
  })

  it('are searched by words, with the columns found by their usual names', async () => {
    const opened =
      await open(`select path, start_line, end_line, ts_rank(to_tsvector('english', body), plainto_tsquery('english', :query)) as score
      from ${table} where to_tsvector('english', body) @@ plainto_tsquery('english', :query) order by score desc limit :k`)
    const { hits } = await ask(opened, 'password', 5)
    expect(hits.map(({ id }) => id)).toEqual(['c.md:5-6', 'a.md:1-2'])
    expect(hits[0]).toMatchObject({ path: 'c.md', startLine: 5, endLine: 6, text: 'line 5 of c.md\nline 6 of c.md' })
  })

  it('are searched by vectors, distances and all', async () => {
    const opened = await open(
      `select path, embedding <=> :vector as distance from ${table} order by distance, path limit :k`,
      {
        embedder: 'letters',
        hits: { score: 'distance', scores: 'lower' },
      },
    )
    const { hits } = await ask(opened, 'zzz', 2)
    expect(hits.map(({ path, score }) => [path, score])).toEqual([
      ['b.md', -0],
      ['c.md', -0],
    ])
  })

  it.each([
    'embedding <#> :vector',
    'embedding <#> :vector::vector',
    'embedding <#> :vector::vector(26)',
    'embedding::halfvec(26) <#> :vector::halfvec(26)',
  ])('are searched alike however the vector is sent: %s', async (distance) => {
    const opened = await open(
      `select path, -(${distance}) as score from ${table} order by ${distance}, path limit :k`,
      {
        embedder: 'letters',
      },
    )
    const { hits } = await ask(opened, 'azzz', 3)
    expect(hits.map(({ path }) => path)).toEqual(['b.md', 'c.md', 'a.md'])
    expect(hits[0]!.score).toBeCloseTo(3 / Math.sqrt(10), 3)
  })

  it('are searched by both in one statement', async () => {
    const opened = await open(
      `with v as (select path, row_number() over (order by embedding <=> :vector, path) as rank from ${table} limit :k),
         t as (select path, row_number() over (order by ts_rank(to_tsvector(body), q) desc, path) as rank
               from ${table}, plainto_tsquery(:query) as q where to_tsvector(body) @@ q limit :k)
       select path, coalesce(1.0 / (60 + v.rank), 0) + coalesce(1.0 / (60 + t.rank), 0) as score
       from v full join t using (path) order by score desc, path limit :k`,
      { embedder: 'letters' },
    )
    const { hits } = await ask(opened, 'tokens', 3)
    expect(hits[0]!.score).toBeCloseTo(1 / 61 + 1 / 62, 12)
    expect(hits).toHaveLength(3)
  })

  it('may only be read', async () => {
    expect(await errorOf(await open(`delete from ${table} where body = :query returning path`))).toMatch(
      /^PostgreSQL at .*: cannot execute DELETE in a read-only transaction \(25006\); a question may only read$/,
    )
  })

  it('are given up when the time is over, by the server too', async () => {
    const opened = await open(`select path from ${table}, pg_sleep(30) where :query <> '' limit :k`, { timeout: 0.3 })
    expect(await errorOf(opened)).toMatch(/no answer within 0\.3 s|canceling statement due to statement timeout/)
  })

  it('have answers of so many bytes and no more: a forgotten `limit` does not fill the memory', async () => {
    const sql =
      "select 'a.md' as path, repeat('x', 1000) as text, n as score from generate_series(1, 1000000) as n where :query <> ''"
    const opened = await open(sql, { maxBytes: 50_000, timeout: 20 })
    expect(await errorOf(opened)).toBe('the answer is longer than 50000 bytes (`maxBytes`)')
    // The next question gets a connection that works.
    const { hits } = await ask(await open(`${sql} and n <= 40 limit :k`, { maxBytes: 50_000 }), 'x', 40)
    expect(hits.length).toBeGreaterThan(0)
  })

  it('are asked again when the server ends a connection, which is an error where it always does', async () => {
    const opened = await open(`select path from ${table} where :query <> '' limit :k`, { retries: 1 })
    expect((await ask(opened, 'x')).hits).toHaveLength(3)
    await query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query like '%${table}%' and pid <> pg_backend_pid()`,
    )
    expect((await ask(opened, 'x')).hits).toHaveLength(3)
    const dying = await open(`select 'a.md' as path from pg_terminate_backend(pg_backend_pid()) where :query <> ''`, {
      retries: 1,
    })
    expect(await errorOf(dying)).toMatch(
      /terminating connection due to administrator command.*\(2 attempts\)|Connection terminated.*\(2 attempts\)/,
    )
  })

  it('are left alone when the run is cancelled', async () => {
    const stop = new AbortController()
    const opened = await open(`select path from ${table}, pg_sleep(30) where :query <> '' limit :k`)
    const asked = ask(opened, 'x', 10, stop.signal)
    stop.abort(new Error('interrupted'))
    await expect(asked).rejects.toThrow('interrupted')
  })

  it('are named with line and place where the statement is wrong', async () => {
    expect(await errorOf(await open(`select path\nfrom ${table}\norder by embeding <=> :query limit :k`))).toMatch(
      /: column "embeding" does not exist at line 3 of the statement, "embeding <=> \$1 limit \$2" \(42703\)/,
    )
    expect(await errorOf(await open(`select path from nowhere where x = :query`))).toMatch(
      /: relation "nowhere" does not exist at line 1 of the statement, "nowhere where x = \$1" \(42P01\)/,
    )
  })

  it('have vectors of the length that the embedder makes, or the error says what may be wrong', async () => {
    const opened = await open(`select path from ${table} order by embedding <=> (:vector)::vector(3) limit :k`, {
      embedder: 'letters',
    })
    expect(await errorOf(opened)).toMatch(/expected 3 dimensions, not 26 \(22000\); is the `embedder` the one/)
  })

  it('are asked under the settings that connections begin with', async () => {
    const opened = await open(
      `select 'a.md' as path, current_setting('hnsw.ef_search')::int as score where :query <> '' limit :k`,
      {
        session: { 'hnsw.ef_search': 321 },
      },
    )
    expect((await ask(opened)).hits[0]!.score).toBe(321)
  })
})
