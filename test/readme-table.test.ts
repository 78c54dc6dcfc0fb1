import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { withTable } from '../bench/self/readme-table.ts'
import { STRATEGIES } from '../bench/self/strategies.ts'
import { query, reportOf } from './comparison/sides.ts'
import { repository } from './support/repository-files.ts'

const read = (path: string) => readFileSync(join(repository, path), 'utf8')

/** The kinds that need neither a model nor a server. */
const BUILT_IN = ['bm25', 'dense', 'graph', 'hybrid', 'rerank']

const typesOf = (all: readonly { readonly type: string }[]) => [...new Set(all.map(({ type }) => type))].sort()

describe('the table of strategies in the README', () => {
  it('has every built-in kind of retrieval, as it was measured', () => {
    const [, block = ''] = /<!-- measured:strategies -->([\s\S]*)<!-- \/measured -->/.exec(read('README.md')) ?? []
    const rows = [...block.matchAll(/^\| `([\w-]+)` \| ([^|]*) \| (\d\.\d{3}) \((\d\.\d{3}) … (\d\.\d{3})\)/gm)]
    expect(rows.map(([, name, words]) => [name, words])).toEqual(
      Object.entries(STRATEGIES).map(([name, { words }]) => [name, words]),
    )
    for (const [, , , point, lower, upper] of rows) {
      expect(Number(lower)).toBeLessThan(Number(point))
      expect(Number(point)).toBeLessThan(Number(upper))
    }
    expect(block.match(/\| the best \|/g)).toHaveLength(1)
  })

  it('is made of all kinds that need no model, and so is the gate of this repository', () => {
    expect(typesOf(Object.values(STRATEGIES).map(({ settings }) => parse(settings)))).toEqual(BUILT_IN)
    const gate = parse(read('retrieval-gate.yml')) as { strategies: Record<string, { type: string }> }
    expect(typesOf(Object.values(gate.strategies))).toEqual(BUILT_IN)
  })

  it('is written from a report, into its block alone', () => {
    const ids = Array.from({ length: 12 }, (_, index) => `Q${index}`)
    const found = (hit: string) => ({ rankings: Object.fromEntries(ids.map((id) => [id, [hit]])) })
    const report = reportOf({
      queries: ids.map((id) => query(id, ['a.md'], { category: 'call_chain' })),
      documents: { 'a.md': 'a' },
      strategies: Object.fromEntries(
        Object.keys(STRATEGIES).map((name) => [name, found(name === 'bm25' ? 'b.md' : 'a.md')]),
      ),
    })
    const text = withTable('before\n<!-- measured:strategies -->\nold\n<!-- /measured -->\nafter\n', report)
    expect(text).toMatch(/^before\n<!-- measured:strategies -->\n\n\| strategy/)
    expect(text).toMatch(/\n\n<!-- \/measured -->\nafter\n$/)
    expect(text).not.toContain('old')
    expect(text).toContain('| `bm25` | keyword search | 0.000 (0.000 … 0.000) |')
    expect(text).toContain('`graph` gains +1.000 of nDCG@10 over its base `bm25` (0.000 → 1.000;')
    expect(() => withTable('no block', report)).toThrow('there is no block')
  })
})
