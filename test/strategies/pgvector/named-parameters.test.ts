import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isCast, quoted, statementOf } from '../../../src/strategies/pgvector/named-parameters.ts'

describe('named parameters in SQL', () => {
  it('become numbers in the order of their first use, and a name has one number', () => {
    expect(statementOf('select :query, :k, :query limit :k')).toEqual({
      text: 'select $1, $2, $1 limit $2',
      names: ['query', 'k'],
    })
  })

  it('are not looked for in texts, quoted names, comments and casts', () => {
    const sql = `select ':query', E'\\':query', "a:k", $$:k$$, $tag$:query$tag$, x::text -- :k\n/* :query */`
    expect(statementOf(sql)).toEqual({ text: sql, names: [] })
    expect(statementOf(':vector::vector')).toEqual({ text: '$1::vector', names: ['vector'] })
    expect(statementOf("'it''s' || :query")).toEqual({ text: "'it''s' || $1", names: ['query'] })
  })

  it('may stand for what is put in as it is', () => {
    expect(statementOf('from :table where :k', { table: '"a b"' })).toEqual({
      text: 'from "a b" where $1',
      names: ['k'],
    })
  })

  it('leave every other text as it is, line by line', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const written = `'${text.replaceAll("'", "''")}'\n"${text.replaceAll('"', '""')}"\n:k`
        expect(statementOf(written)).toEqual({ text: written.replace(/:k$/, '$1'), names: ['k'] })
      }),
    )
  })

  it.each([
    ['order by v <=> :vector::vector', true],
    ['order by v <=> :vector::vector(3) limit :k', true],
    ['select v <#> :vector::vector order by v <#> :vector::VECTOR(3)', true],
    ['order by v <=> :vector', false],
    ['select v <#> :vector::vector order by v <#> :vector', false],
    ['order by v <=> (:vector)::vector', false],
    ['order by v <=> :vector::halfvec(3)', false],
    ['select :vector::vector[]', false],
    ['select :vector::vector(3)[]', false],
    ['select :vector::vector.mine', false],
    ['select :vector::vectors', false],
    ["select ':vector::vector'", false],
    ["select ':vector', :vector::vector", true],
    ['select 1', false],
  ])('tell by their casts of what type they are: %s', (sql, expected) => {
    expect(isCast(sql, 'vector', 'vector')).toBe(expected)
  })

  it('quotes a name whatever is in it', () => {
    expect(quoted('a"b')).toBe('"a""b"')
  })
})
