import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from './engine.ts'

/** What the bench uses of `@lancedb/lancedb`. */
interface Query {
  fullTextSearch(text: string): Query
  select(columns: readonly string[]): Query
  limit(count: number): Query
  toArray(): Promise<{ readonly id: number }[]>
}
interface Table {
  createIndex(column: string, options: object): Promise<void>
  query(): Query
}
interface Lance {
  connect(folder: string): Promise<{ createTable(name: string, rows: readonly object[]): Promise<Table> }>
  readonly Index: { fts(options: object): unknown }
}

/** LanceDB's full-text index, on disk: English stems without stop words, any word of the question. */
export function lanceDb({ connect, Index }: Lance) {
  return async (texts: readonly string[]): Promise<Engine> => {
    const folder = mkdtempSync(join(tmpdir(), 'lance-bench-'))
    const database = await connect(folder)
    const table = await database.createTable(
      'texts',
      texts.map((text, id) => ({ id, text })),
    )
    const config = Index.fts({ withPosition: false, stem: true, removeStopWords: true, language: 'English' })
    await table.createIndex('text', { config })
    return {
      search: async (question, k) => {
        const rows = await table.query().fullTextSearch(question).select(['id', '_score']).limit(k).toArray()
        return rows.map(({ id }) => id)
      },
      close: () => rmSync(folder, { recursive: true, force: true }),
    }
  }
}
