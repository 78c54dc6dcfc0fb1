import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { write } from '../../knowledge/temporary-workspace.ts'
import { letterEmbedder } from '../../support/engines/letter-embedder.ts'
import { lanceFolder, lanceWorkspace } from '../../support/engines/real-engines.ts'
import { ask, errorOf, openStrategy } from '../../support/engines/strategy.ts'

interface Client {
  connect(uri: string): Promise<{
    createTable(
      name: string,
      data: unknown,
      options?: object,
    ): Promise<{ createIndex(column: string, options?: object): Promise<void> }>
  }>
  readonly Index: { fts(options?: object): unknown }
  makeArrowTable(rows: readonly object[], options: object): unknown
}

interface Row {
  readonly [column: string]: unknown
}

function libraries() {
  const require = createRequire(join(lanceFolder!, 'package.json'))
  return {
    lance: require('@lancedb/lancedb') as Client,
    arrow: require('apache-arrow') as Record<string, new (...of: never[]) => object>,
  }
}

/** A workspace whose `lance` folder has a table of somebody's own pipeline, made with LanceDB's own client. */
async function workspaceWith(
  rows: readonly Row[],
  columns: (arrow: ReturnType<typeof libraries>['arrow']) => [string, object][],
  indexed: readonly string[] = [],
) {
  const workspace = lanceWorkspace()
  const { lance, arrow } = libraries()
  const { Schema, Field } = arrow as unknown as {
    Schema: new (fields: object[]) => object
    Field: new (name: string, type: object, nullable: boolean) => object
  }
  const schema = new Schema(columns(arrow).map(([name, type]) => new Field(name, type, true)))
  const connection = await lance.connect(join(workspace, 'lance'))
  const table = await connection.createTable('pieces', lance.makeArrowTable(rows, { schema }))
  for (const column of indexed) await table.createIndex(column, { config: lance.Index.fts() })
  return workspace
}

const letters = letterEmbedder().embedder
async function vectorOf(text: string): Promise<number[]> {
  return Array.from((await letters.index([text], {} as never)).vectors.values)
}

type Arrow = ReturnType<typeof libraries>['arrow']
const of = (arrow: Arrow, name: string) => new (arrow[name] as new () => object)()
const vector = (arrow: Arrow) => {
  const { FixedSizeList, Field } = arrow as unknown as {
    FixedSizeList: new (size: number, field: object) => object
    Field: new (name: string, type: object, nullable: boolean) => object
  }
  return new FixedSizeList(26, new Field('item', of(arrow, 'Float32'), true))
}

const open = (workspace: string, more: { readonly [key: string]: unknown } = {}) =>
  openStrategy(
    {
      type: 'lancedb',
      uri: 'lance',
      table: 'pieces',
      retries: 0,
      ...(more.search === 'text' ? {} : { embedder: 'letters' }),
      ...more,
    },
    { context: { embedder: async () => letterEmbedder().embedder, baseDirectory: workspace } },
  )

describe.skipIf(lanceFolder === null)("a table of one's own in LanceDB", () => {
  it('is read by the usual names of its columns, whole numbers of 64 bits and missing lines too', async () => {
    const rows = [
      { id: 1n, path: 'a.md', start_line: 2n, end_line: 3n, text: 'first', vector: await vectorOf('aaa') },
      { id: 2n, path: 'b.md', start_line: null, end_line: null, text: null, vector: await vectorOf('aab') },
    ]
    const workspace = await workspaceWith(rows, (arrow) => [
      ...(['id', 'start_line', 'end_line'].map((name) => [name, of(arrow, 'Int64')]) as [string, object][]),
      ...(['path', 'text'].map((name) => [name, of(arrow, 'Utf8')]) as [string, object][]),
      ['vector', vector(arrow)],
    ])
    const { hits } = await ask(await open(workspace), 'aaa', 10)
    expect(hits).toMatchObject([{ path: 'a.md', startLine: 2, endLine: 3, text: 'first' }, { path: 'b.md' }])
    expect(hits[1]!.startLine).toBeUndefined()
  })

  it('is read by expressions and a mapping file where its columns have names of their own, also within a struct', async () => {
    const rows = [
      { key: 7n, meta: { file: 'a.md', 'from line': 2n }, emb: await vectorOf('aaa') },
      { key: 8n, meta: { file: null, 'from line': null }, emb: await vectorOf('aab') },
    ]
    const workspace = await workspaceWith(rows, (arrow) => {
      const { Struct, Field } = arrow as unknown as {
        Struct: new (fields: object[]) => object
        Field: new (name: string, type: object, nullable: boolean) => object
      }
      const meta = new Struct([
        new Field('file', of(arrow, 'Utf8'), true),
        new Field('from line', of(arrow, 'Int64'), true),
      ])
      return [
        ['key', of(arrow, 'Int64')],
        ['meta', meta],
        ['emb', vector(arrow)],
      ]
    })
    write(workspace, { 'ids.jsonl': '{"id": 8, "path": "b.md", "startLine": 5, "endLine": 6}\n' })
    const hits = { id: 'key', path: 'meta.file', startLine: 'meta."from line"', mapping: 'ids.jsonl' }
    const found = await ask(await open(workspace, { hits, vectorColumn: 'emb' }), 'aaa', 10)
    expect(found.hits).toMatchObject([
      { path: 'a.md', startLine: 2, endLine: 2 },
      { path: 'b.md', startLine: 5, endLine: 6 },
    ])
  })

  it.each([
    ['cosine', 1],
    ['dot', 1],
    ['l2', 0],
  ])('has scores of which higher ones are better, whatever the distance is: %s', async (distance, best) => {
    const rows = [
      { path: 'a.md', vector: await vectorOf('aaab') },
      { path: 'b.md', vector: await vectorOf('aaaabbb') },
    ]
    const workspace = await workspaceWith(rows, (arrow) => [
      ['path', of(arrow, 'Utf8')],
      ['vector', vector(arrow)],
    ])
    const { hits } = await ask(await open(workspace, { distance }), 'aaaabbb', 10)
    const cosine = (4 * 3 + 3) / (5 * Math.sqrt(10))
    expect(hits.map(({ path }) => path)).toEqual(['b.md', 'a.md'])
    expect(hits[0]!.score).toBeCloseTo(best, 5)
    expect(hits[1]!.score).toBeCloseTo(distance === 'l2' ? -(2 - 2 * cosine) : cosine, 5)
  })

  it('is searched by words in the column that is named, by both, and within what `where` lets through', async () => {
    const rows = [
      { path: 'a.md', title: 'cheese', body: 'about bread', lang: 'en', vector: await vectorOf('zzz') },
      { path: 'b.md', title: 'bread', body: 'about cheese', lang: 'de', vector: await vectorOf('cheese') },
      { path: 'c.md', title: 'dates', body: 'cheese and cheese', lang: 'en', vector: await vectorOf('qqq') },
    ]
    const workspace = await workspaceWith(
      rows,
      (arrow) => [
        ...(['path', 'title', 'body', 'lang'].map((name) => [name, of(arrow, 'Utf8')]) as [string, object][]),
        ['vector', vector(arrow)],
      ],
      ['title', 'body'],
    )
    const paths = async (more: { readonly [key: string]: unknown }) =>
      (await ask(await open(workspace, more), 'cheese', 10)).hits.map(({ path }) => path)
    expect(await paths({ search: 'text', textColumn: 'title' })).toEqual(['a.md'])
    expect((await paths({ search: 'text', textColumn: 'body' })).toSorted()).toEqual(['b.md', 'c.md'])
    expect(await paths({ search: 'text', textColumn: 'body', where: "lang = 'en'" })).toEqual(['c.md'])
    const hybrid = await paths({ search: 'hybrid', textColumn: 'body' })
    expect([hybrid[0], hybrid.length]).toEqual(['b.md', 3])
  })

  it('has hits outside the knowledge base, which keep their rank and are counted and shown', async () => {
    const rows = [
      { id: 'x', path: 'removed.md', vector: await vectorOf('aaa') },
      { id: 'y', path: 'a.md', vector: await vectorOf('aab') },
    ]
    const workspace = await workspaceWith(rows, (arrow) => [
      ['id', of(arrow, 'Utf8')],
      ['path', of(arrow, 'Utf8')],
      ['vector', vector(arrow)],
    ])
    const opened = await open(workspace)
    expect((await ask(opened, 'aaa', 10)).hits.map(({ outside = false }) => outside)).toEqual([true, false])
    await opened.retriever.close?.()
    expect(opened.notices).toEqual([
      'mine: 1 hit of 1 question maps to nothing in the knowledge base and counts as not relevant: x.',
    ])
  })

  it('is an error that says what is wrong: no such table or column, no index of words, vectors of another length', async () => {
    const rows = [{ path: 'a.md', body: 'x', vector: await vectorOf('aaa') }]
    const workspace = await workspaceWith(rows, (arrow) => [
      ['path', of(arrow, 'Utf8')],
      ['body', of(arrow, 'Utf8')],
      ['vector', vector(arrow)],
    ])
    const at = `LanceDB at ${join(workspace, 'lance')}`
    expect(await errorOf(await open(workspace, { table: 'nothing' }))).toBe(
      `${at} has no table \`nothing\`; name one of those that it has with \`table\`: \`pieces\``,
    )
    expect(await errorOf(await open(workspace, { table: 'piece' }))).toBe(
      `${at} has no table \`piece\`; did you mean \`table: pieces\`?`,
    )
    expect(await errorOf(await open(workspace, { uri: 'elsewhere' }))).toBe(
      `LanceDB at ${join(workspace, 'elsewhere')} has no table \`pieces\`; it has none at all: is \`uri\` its folder, relative to the config?`,
    )
    expect(await errorOf(await open(workspace, { vectorColumn: 'embedding' }))).toMatch(/embedding/)
    expect(await errorOf(await open(workspace, { search: 'text' }))).toMatch(
      /^LanceDB: .*INVERTED index has been created/,
    )
    expect(await errorOf(await open(workspace, { where: 'nope = 1' }))).toMatch(/nope/)
    expect(await errorOf(await open(workspace, { maxBytes: 4 }))).toBe('the answer is longer than 4 bytes (`maxBytes`)')
  })
})
