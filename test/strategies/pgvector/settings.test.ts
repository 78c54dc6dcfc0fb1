import { describe, expect, it } from 'vitest'
import { pgvectorSchema } from '../../../src/strategies/pgvector/settings.ts'

function problems(settings: object): string[] {
  const result = pgvectorSchema.safeParse(settings)
  return result.success ? [] : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}

describe('the settings of pgvector', () => {
  it('are a statement for tables that are there, or an index to be loaded', () => {
    expect(problems({ sql: 'select id from docs where text @@ :query limit :k' })).toEqual([])
    expect(problems({ sql: 'select id from docs order by v <=> :vector limit :k', embedder: 'ours' })).toEqual([])
    expect(problems({ index: {}, embedder: 'hashing' })).toEqual([])
    expect(problems({ index: { hnsw: {} }, search: 'hybrid', embedder: 'hashing' })).toEqual([])
    expect(problems({ index: {}, search: 'text' })).toEqual([])
    expect(problems({ index: {}, sql: 'select key as id from :table where words @@ plainto_tsquery(:query)' })).toEqual(
      [],
    )
  })

  it.each([
    [{}, 'sql: give `sql` for tables of your own, or `index` to have the knowledge base loaded'],
    [{ sql: 'select :quest' }, 'sql: `:quest` is no parameter; known are `:query`, `:vector`, `:k`'],
    [{ sql: 'select 1 limit :k' }, 'sql: the question is nowhere in it: use `:query` or `:vector`'],
    [{ sql: 'select :vector' }, 'sql: `:vector` needs an `embedder`'],
    [{ sql: 'select :query', embedder: 'a' }, 'embedder: there is no `:vector` in the `sql`'],
    [{ sql: 'select :query', index: {} }, 'sql: what `index` loads is nowhere in it: use `:table`'],
    [
      { sql: 'select :query from :table' },
      'sql: `:table` is no parameter; `:table` is what `index` loads, and there is no `index`',
    ],
    [{ sql: 'select :query', search: 'text' }, 'search: give either `search` or `sql`'],
    [{ index: {} }, 'embedder: `search: vector` needs an `embedder`'],
    [{ index: {}, search: 'text', embedder: 'a' }, 'embedder: `search: text` uses no vectors'],
    [
      { index: { name: 'Robert"); drop' }, search: 'text' },
      'index.name: 3 to 32 small letters, digits and underscores, a letter first',
    ],
  ])('refuse %j', (settings, problem) => {
    expect(problems(settings)).toContain(problem)
  })
})
