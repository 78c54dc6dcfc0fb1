import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { Analyzer } from '../../src/analysis/analyzer.ts'
import { TermCounter } from '../../src/strategies/bm25/count-terms.ts'
import { invert } from '../../src/strategies/bm25/postings.ts'
import { queryTerms, scan } from '../../src/strategies/bm25/scan.ts'
import type { Contender, Engine } from './engine.ts'
import { knownTerms } from './known-terms.ts'
import { lanceDb } from './lance-engine.ts'

/** What the bench uses of the other engines. */
interface MiniSearch {
  addAll(documents: readonly object[]): void
  search(query: string): { readonly id: number }[]
}
interface FlexIndex {
  add(id: number, text: string): void
  search(query: string, options: object): number[]
}
interface Statement {
  run(...values: unknown[]): unknown
  all(...values: unknown[]): { readonly rowid: number }[]
}
interface Database {
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

/** Lucene's formula on typed arrays: `src/strategies/bm25/`. */
export const own: Contender = {
  name: 'retrieval-gate',
  build(texts) {
    const analyzer = new Analyzer({ stemming: true, stopWords: true })
    const counter = new TermCounter(analyzer)
    for (const text of texts) counter.add([{ text, weight: 1 }])
    const rows = Int32Array.from(texts.keys())
    const postings = invert(counter.finish(), rows, analyzer.termCount, { k1: 1.2, b: 0.75 })
    const accumulator = new Float32Array(texts.length)
    return {
      search: (question, k) =>
        Array.from(
          scan(postings, knownTerms(postings, queryTerms(analyzer.analyze(question))), k, accumulator).documents,
        ),
    }
  },
}

type Build = Contender['build']

/** The peers installed in `folders`, several like a PATH; the others are named. */
export function peers(folders: string): Contender[] {
  const all: [string, (library: never) => Build][] = [
    ['minisearch', miniSearch],
    ['flexsearch', flexSearch],
    ['better-sqlite3', fts5],
    ['@lancedb/lancedb', lanceDb],
  ]
  return all.flatMap(([name, contender]) => {
    const folder = folders.split(delimiter).find((path) => existsSync(join(path, 'node_modules', name)))
    if (folder === undefined) {
      console.log(`${name} is not installed in ${folders}: left out`)
      return []
    }
    const load = createRequire(join(folder, 'package.json'))
    return [{ name: `${name} ${versionIn(folder, name)}`, build: contender(load(name) as never) }]
  })
}

function versionIn(folder: string, name: string): string {
  const path = join(folder, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version
}

function miniSearch(library: new (options: object) => MiniSearch) {
  return (texts: readonly string[]): Engine => {
    const index = new library({ fields: ['text'] })
    index.addAll(texts.map((text, id) => ({ id, text })))
    return {
      search: (question, k) =>
        index
          .search(question)
          .slice(0, k)
          .map(({ id }) => id),
    }
  }
}

/** Its scorer is positional; `suggest` lets a document miss words of the question. */
function flexSearch({
  Index,
  Charset,
}: {
  Index: new (options: object) => FlexIndex
  Charset: { Normalize: unknown }
}) {
  return (texts: readonly string[]): Engine => {
    const index = new Index({ tokenize: 'strict', encoder: Charset.Normalize })
    for (const [id, text] of texts.entries()) index.add(id, text)
    return { search: (question, limit) => index.search(question, { limit, suggest: true }) }
  }
}

/** English stemming, any word of the question, ranked by its own bm25(). */
function fts5(library: new (path: string) => Database) {
  return (texts: readonly string[]): Engine => {
    const database = new library(':memory:')
    database.exec("create virtual table texts using fts5(text, tokenize='porter unicode61')")
    const insert = database.prepare('insert into texts(rowid, text) values (?, ?)')
    database.exec('begin')
    for (const [id, text] of texts.entries()) insert.run(id, text)
    database.exec('commit')
    const select = database.prepare('select rowid from texts where texts match ? order by rank limit ?')
    return {
      search: (question, k) => select.all(anyWord(question), k).map(({ rowid }) => rowid),
      close: () => database.close(),
    }
  }
}

function anyWord(question: string): string {
  return Array.from(question.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => `"${word}"`).join(' OR ') || '""'
}
