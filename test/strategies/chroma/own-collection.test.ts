import { createRequire } from 'node:module'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder, write } from '../../knowledge/temporary-workspace.ts'
import { letterEmbedder } from '../../support/engines/letter-embedder.ts'
import { realEngines } from '../../support/engines/real-engines.ts'
import { ask, errorOf, openStrategy } from '../../support/engines/strategy.ts'

/** What is used of Chroma's own client, with which pipelines fill their collections. */
interface Client {
  createCollection(options: object): Promise<{ add(records: object): Promise<void> }>
  deleteCollection(options: { name: string }): Promise<void>
}

interface Record {
  readonly id: string
  readonly text: string
  readonly document?: string | null
  readonly metadata?: object | null
}

let made = 0

/** A collection of somebody's own pipeline, filled with Chroma's own client. */
async function collectionOf(records: readonly Record[], configuration: object = {}): Promise<string> {
  const require = createRequire(join(process.env.RETRIEVAL_GATE_ENGINES!, 'package.json'))
  const { ChromaClient } = require('chromadb') as { ChromaClient: new (options: object) => Client }
  const { hostname: host, port } = new URL(realEngines!.chroma)
  const client = new ChromaClient({ host, port: Number(port), ssl: false })
  const name = `own-${process.pid}.${++made}`
  const collection = await client.createCollection({ name, embeddingFunction: null, configuration })
  onTestFinished(() => client.deleteCollection({ name }))
  const letters = letterEmbedder().embedder
  const { vectors } = await letters.index(
    records.map(({ text }) => text),
    {} as never,
  )
  const rows = records.map((_, row) => Array.from(vectors.values.subarray(26 * row, 26 * (row + 1))))
  // A record without metadata or text is one that was added without.
  for (const [row, { id, document, metadata }] of records.entries()) {
    const more = {
      ...(document == null ? {} : { documents: [document] }),
      ...(metadata == null ? {} : { metadatas: [metadata] }),
    }
    await collection.add({ ids: [id], embeddings: [rows[row]], ...more })
  }
  return name
}

const open = (collection: string, more: { readonly [key: string]: unknown } = {}, baseDirectory = process.cwd()) =>
  openStrategy(
    { type: 'chroma', url: realEngines!.chroma, collection, embedder: 'letters', retries: 0, ...more },
    { context: { embedder: async () => letterEmbedder().embedder, baseDirectory } },
  )

describe.skipIf(realEngines === null)("a collection of one's own in Chroma", () => {
  it('is read by the usual names in its metadata, missing ones and all', async () => {
    const collection = await collectionOf([
      { id: '1', text: 'aaa', document: 'first', metadata: { source: 'a.md', start_line: 2, end_line: 3 } },
      { id: '2', text: 'aab', document: 'second', metadata: { source: 'b.md' } },
      { id: 'c.md:4-5', text: 'abb' },
    ])
    const { hits } = await ask(await open(collection), 'aaa', 10)
    expect(hits).toMatchObject([
      { path: 'a.md', startLine: 2, endLine: 3, text: 'first' },
      { path: 'b.md', text: 'second' },
      { path: 'c.md', startLine: 4, endLine: 5, text: 'line 4 of c.md\nline 5 of c.md' },
    ])
    expect(hits[1]!.startLine).toBeUndefined()
  })

  it('is read by expressions where its metadata has names of its own', async () => {
    const collection = await collectionOf([
      { id: '7f', text: 'aaa', metadata: { 'kb:file name': '/srv/kb/a.md', 'from-line': 2, span: '2..4', body: 'A' } },
      { id: '80', text: 'abb', metadata: { 'kb:file name': '/srv/kb/b.md', 'from-line': 7, span: '7..9', body: 'B' } },
    ])
    const hits = {
      path: 'metadata."kb:file name"',
      stripPrefix: '/srv/kb',
      startLine: 'metadata."from-line"',
      endLine: "split(metadata.span, '..')[1]",
      text: 'metadata.body',
    }
    const found = await ask(await open(collection, { hits }), 'aaa', 10)
    expect(found.hits).toMatchObject([
      { path: 'a.md', startLine: 2, endLine: 4, text: 'A' },
      { path: 'b.md', startLine: 7, endLine: 9, text: 'B' },
    ])
  })

  it('is read by a mapping file where its records are ids and nothing else', async () => {
    const collection = await collectionOf([
      { id: '00042', text: 'aaa' },
      { id: 'x/9', text: 'abb' },
    ])
    const folder = temporaryFolder()
    write(folder, { 'ids.csv': 'id,path,startLine,endLine\n00042,b.md,1,2\nx/9,a.md,,\n' })
    const { hits } = await ask(await open(collection, { hits: { mapping: 'ids.csv' } }, folder), 'aaa', 10)
    expect(hits.map(({ path, startLine }) => [path, startLine])).toEqual([
      ['b.md', 1],
      ['a.md', undefined],
    ])
  })

  it.each([
    ['cosine', 1],
    ['ip', 1],
    ['l2', 0],
  ])('has scores of which higher ones are better, whatever its distance is: %s', async (space, best) => {
    const records = [
      { id: 'a.md', text: 'aaab' },
      { id: 'b.md', text: 'aaaabbb' },
    ]
    const collection = await collectionOf(records, { hnsw: { space } })
    const { hits } = await ask(await open(collection), 'aaaabbb', 10)
    const cosine = (4 * 3 + 3) / (5 * Math.sqrt(10))
    expect(hits.map(({ id }) => id)).toEqual(['b.md', 'a.md'])
    expect(hits[0]!.score).toBeCloseTo(best, 5)
    expect(hits[1]!.score).toBeCloseTo(space === 'l2' ? -(2 - 2 * cosine) : cosine, 5)
  })

  it('is searched within what `where` and `whereDocument` let through', async () => {
    const collection = await collectionOf([
      { id: 'a.md', text: 'aaa', document: 'old and blue', metadata: { lang: 'en', year: 2020 } },
      { id: 'b.md', text: 'aab', document: 'new and blue', metadata: { lang: 'en', year: 2026 } },
      { id: 'c.md', text: 'abb', document: 'new and red', metadata: { lang: 'de', year: 2026 } },
    ])
    const where = { $and: [{ lang: 'en' }, { year: { $gte: 2021 } }] }
    expect((await ask(await open(collection, { where }), 'aaa', 10)).hits.map(({ id }) => id)).toEqual(['b.md'])
    const whereDocument = { $contains: 'new' }
    expect((await ask(await open(collection, { whereDocument }), 'aaa', 10)).hits.map(({ id }) => id)).toEqual([
      'b.md',
      'c.md',
    ])
  })

  it('has hits outside the knowledge base, which keep their rank and are counted and shown', async () => {
    const collection = await collectionOf([
      { id: '1', text: 'aaa', metadata: { path: 'removed.md', start_line: 1, end_line: 2 } },
      { id: '2', text: 'aab', metadata: { path: 'a.md' } },
      { id: '3', text: 'abb' },
    ])
    const opened = await open(collection)
    const { hits } = await ask(opened, 'aaa', 10)
    expect(hits.map(({ outside = false }) => outside)).toEqual([true, false, true])
    await opened.retriever.close?.()
    expect(opened.notices).toEqual([
      'mine: 2 hits of 1 question map to nothing in the knowledge base and count as not relevant: 1, 3.',
    ])
  })

  it('is an error with advice where all hits are outside the knowledge base', async () => {
    const collection = await collectionOf([{ id: '1', text: 'aaa', metadata: { source: '/data/kb/a.md' } }])
    expect(await errorOf(await open(collection), 'aaa')).toBe(
      'its only hit is not in the knowledge base: 1 of /data/kb/a.md; a.md is there: `hits.stripPrefix: /data/kb/`',
    )
  })

  it('is an error where it is not there, or was made with another embedder', async () => {
    expect(await errorOf(await open('no-such-collection'))).toMatch(/answered 404 .*no-such-collection.*does not exist/)
    const collection = await collectionOf([{ id: 'a.md', text: 'aaa' }])
    const three = { ...letterEmbedder().embedder }
    const vectors = { precision: 'float32' as const, count: 1, dimensions: 3, values: new Float32Array([1, 0, 0]) }
    const embedder = { ...three, index: async () => ({ vectors, embed: async () => vectors }) }
    const entry = { type: 'chroma', url: realEngines!.chroma, collection, embedder: 'three', retries: 0 }
    const opened = await openStrategy(entry, { context: { embedder: async () => embedder } })
    expect(await errorOf(opened)).toMatch(/expecting embedding with dimension of 26, got 3/)
  })
})
