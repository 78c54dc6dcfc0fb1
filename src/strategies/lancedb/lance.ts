import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UserError } from '../../errors.ts'
import { type Arrow, type ArrowTable, openArrow } from './arrow.ts'

/** What is used of `@lancedb/lancedb`, which is not a part of this program: it is a library of the machine's own code. */
export interface Lance {
  connect(uri: string): Promise<LanceConnection>
  readonly Index: { fts(options: object): unknown }
  readonly MatchQuery: new (text: string, column: string) => object
}

export interface LanceConnection {
  tableNames(options?: { readonly startAfter?: string; readonly limit?: number }): Promise<string[]>
  openTable(name: string): Promise<LanceTable>
  createTable(name: string, rows: readonly object[] | ArrowTable): Promise<LanceTable>
  dropTable(name: string): Promise<void>
  close(): void
}

export interface LanceTable {
  schema(): Promise<{ readonly fields: readonly { readonly name: string; readonly type: object }[] }>
  add(rows: readonly object[] | ArrowTable): Promise<unknown>
  update(change: { readonly where: string; readonly valuesSql: Readonly<Record<string, string>> }): Promise<unknown>
  createIndex(column: string, options: object): Promise<void>
  query(): LanceQuery
  close(): void
}

export interface LanceQuery {
  fullTextSearch(query: string | object, options?: { readonly columns?: string }): LanceQuery
  nearestTo(vector: readonly number[]): LanceQuery
  column(name: string): LanceQuery
  distanceType(type: string): LanceQuery
  withRowId(): LanceQuery
  where(condition: string): LanceQuery
  select(columns: readonly string[] | ReadonlyMap<string, string>): LanceQuery
  limit(count: number): LanceQuery
  toArray(): Promise<readonly LanceRow[]>
  toArrow(): Promise<ArrowTable>
}

/** A row of an Arrow table: a view, whose numbers of 64 bits are `bigint`. */
export interface LanceRow {
  toJSON(): Readonly<Record<string, unknown>>
}

/** Loads LanceDB from where the workspace has it. Throws `UserError` where it has none, or one that does not load. */
export async function openLance(workspace: string): Promise<{ readonly lance: Lance; readonly arrow: Arrow }> {
  const hint = 'npm install @lancedb/lancedb, where the config is; in a workflow, in a step before this one'
  let path: string
  try {
    path = createRequire(join(workspace, 'package.json')).resolve('@lancedb/lancedb')
  } catch {
    throw new UserError({ what: '`type: lancedb` needs the package @lancedb/lancedb, which is not installed', hint })
  }
  try {
    const loaded = (await import(pathToFileURL(path).href)) as Lance & { readonly default?: Lance }
    return { lance: loaded.default ?? loaded, arrow: await openArrow(path) }
  } catch (error) {
    const found = error instanceof Error ? error.message.split('\n')[0]! : String(error)
    throw new UserError({ what: 'the package @lancedb/lancedb does not load', found, hint })
  }
}
