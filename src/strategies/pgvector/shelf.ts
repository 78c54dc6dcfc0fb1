import type { Chunk } from '../../model.ts'
import type { Draft, Held, Holding, Piece, Shelf } from '../loading/shelf.ts'
import { binaryVectors } from './binary-vectors.ts'
import type { Database, Row, RunSql } from './database.ts'
import { quoted } from './named-parameters.ts'
import type { PgvectorIndex } from './settings.ts'

/**
 * Holdings as tables of PostgreSQL. Each is written in one transaction together with its line in the list of holdings: a run
 * that is killed leaves nothing. Two runs that want the same one do not write it twice: the second waits.
 */
export class PostgresShelf implements Shelf {
  readonly #database: Database
  readonly #index: PgvectorIndex
  readonly #hasVectors: boolean
  /** Where the holdings are listed. */
  readonly #listing: string

  constructor(database: Database, index: PgvectorIndex, hasVectors: boolean) {
    this.#database = database
    this.#index = index
    this.#hasVectors = hasVectors
    this.#listing = quoted(`${index.name}_states`)
  }

  async reserve(name: string, signal: AbortSignal): Promise<void> {
    await this.#database.hold(name, signal)
  }

  /** Locks go with the connections that hold them. */
  async release(): Promise<void> {
    await this.#database.letGo()
  }

  async list(signal: AbortSignal): Promise<Held[]> {
    return this.#database.write(signal, async (run) => {
      const sql = `select *, extract(epoch from clock_timestamp() - used_at)::float8 as idle, ${IN_USE} as in_use from ${this.#listing} order by used_at desc, name`
      return (await run(sql).catch(noneWithoutTable)).map(heldOf)
    })
  }

  async use(name: string, signal: AbortSignal): Promise<boolean> {
    const sql = `update ${this.#listing} set used_at = clock_timestamp() where name = $1 returning name`
    return (await this.#database.write(signal, (run) => run(sql, [name]))).length > 0
  }

  async write(holding: Holding, fill: (draft: Draft) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { name, recipe, kind, corpus, pieces, embedder } = holding
    await this.#database.write(signal, async (run) => {
      await this.#alone(run)
      await run(
        `create table if not exists ${this.#listing} (name text primary key, recipe text not null, kind text not null, corpus text not null, pieces int not null, embedder text not null, used_at timestamptz not null)`,
      )
      const [written] = await run(`select name from ${this.#listing} where name = $1`, [name])
      if (written !== undefined) return
      const draft = new PostgresDraft(run, name, this.#index)
      await draft.create(this.#hasVectors)
      await fill(draft)
      await draft.finish()
      const values = [name, recipe, kind, corpus, pieces, embedder]
      await run(`insert into ${this.#listing} values ($1, $2, $3, $4, $5, $6, clock_timestamp())`, values)
    })
  }

  async remove(name: string, signal: AbortSignal): Promise<boolean> {
    return this.#database.write(signal, async (run) => {
      const [lock] = await run('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free', [name])
      if (lock?.free !== true) return false
      await run(`drop table if exists ${quoted(name)}`)
      await run(`delete from ${this.#listing} where name = $1`, [name]).catch(noneWithoutTable)
      return true
    })
  }

  /** A killed run leaves nothing: its transaction was not committed. */
  async sweep(signal: AbortSignal): Promise<void> {
    await this.#database.write(signal, async (run) => {
      if (!(await this.#isEmpty(run))) return
      await this.#alone(run)
      if (await this.#isEmpty(run)) await run(`drop table ${this.#listing}`)
    })
  }

  /** There is a list, and nothing in it. */
  async #isEmpty(run: RunSql): Promise<boolean> {
    return (await this.#isListed(run)) && (await run(`select from ${this.#listing} limit 1`)).length === 0
  }

  async #isListed(run: RunSql): Promise<boolean> {
    const [there] = await run('select to_regclass($1) is not null as known', [this.#listing])
    return there?.known === true
  }

  /** One run at a time writes: until the end of the transaction. */
  async #alone(run: RunSql): Promise<void> {
    await run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`${this.#index.name} is written`])
  }
}

/** What a statement over a table finds that is not there, perhaps since another run has just removed it: nothing. */
function noneWithoutTable(error: unknown): readonly Row[] {
  if ((error as { code?: unknown }).code === UNDEFINED_TABLE) return []
  throw error
}

const UNDEFINED_TABLE = '42P01'

/** Whether a session holds the lock that `reserve` takes. A lock of 64 bits stands there in two halves. */
const IN_USE = `exists (select from pg_locks where locktype = 'advisory' and objsubid = 1 and granted
  and database = (select oid from pg_database where datname = current_database())
  and ((classid::bigint << 32) | objid::bigint) = hashtextextended(name, 0))`

function heldOf({ name, recipe, kind, corpus, pieces, embedder, idle, in_use }: Row): Held {
  return {
    ...{ name: String(name), recipe: String(recipe), kind: String(kind), corpus: String(corpus) },
    ...{ pieces: Number(pieces), embedder: String(embedder), idle: Number(idle), inUse: in_use === true },
  }
}

class PostgresDraft implements Draft {
  readonly #run: RunSql
  readonly #table: string
  readonly #index: PgvectorIndex
  #oid = 0
  #dimensions: number | undefined

  constructor(run: RunSql, name: string, index: PgvectorIndex) {
    this.#run = run
    this.#table = quoted(name)
    this.#index = index
  }

  async create(hasVectors: boolean): Promise<void> {
    if (hasVectors) this.#oid = await this.#vectorType()
    const vector = hasVectors ? ', vector vector' : ''
    await this.#run(
      `create table ${this.#table} (key text not null, id text not null, document text not null, path text, start_line int not null, end_line int not null, above text not null, text text not null${vector}, words tsvector generated always as (to_tsvector('${this.#index.language}', above || text)) stored)`,
    )
  }

  /** The type's number; the extension is made where it is not there yet. */
  async #vectorType(): Promise<number> {
    const find = async () => Number((await this.#run(`select to_regtype('vector')::oid::int as oid`))[0]?.oid ?? 0)
    const known = await find()
    if (known !== 0) return known
    await this.#run('create extension if not exists vector')
    return find()
  }

  async copy(from: string, pieces: readonly Piece[]): Promise<ReadonlySet<string>> {
    // Until the end of the transaction nobody removes it.
    await this.#run('select pg_advisory_xact_lock_shared(hashtextextended($1, 0))', [from])
    const [there] = await this.#run('select to_regclass($1) is not null as known', [quoted(from)])
    if (there?.known !== true) return new Set()
    const columns = `key, id, document, path, start_line, end_line, above, text${this.#oid === 0 ? '' : ', vector'}`
    const copied = await this.#run(
      `insert into ${this.#table} (${columns}) select ${columns} from ${quoted(from)} where key = any($1) returning key`,
      [pieces.map(({ key }) => key)],
    )
    return new Set(copied.map(({ key }) => String(key)))
  }

  async add(pieces: readonly Piece[], vectors: Parameters<Draft['add']>[1]): Promise<void> {
    const columns = columnsOf(pieces)
    const texts = Object.keys(columns).map((name, at) => `$${at + 1}::${/_line$/.test(name) ? 'int' : 'text'}[]`)
    const names = Object.keys(columns).join(', ')
    if (vectors === null) {
      await this.#run(
        `insert into ${this.#table} (${names}) select * from unnest(${texts.join(', ')})`,
        Object.values(columns),
      )
      return
    }
    this.#dimensions = vectors.dimensions
    await this.#run(
      `insert into ${this.#table} (${names}, vector) select * from unnest(${texts.join(', ')}, $${texts.length + 1}::vector[])`,
      [...Object.values(columns), binaryVectors(vectors, this.#oid)],
    )
  }

  /** Indexes are made when all is there, which is faster. */
  async finish(): Promise<void> {
    const { hnsw } = this.#index
    await this.#run(`create unique index on ${this.#table} (key)`)
    await this.#run(`create index on ${this.#table} using gin (words)`)
    if (hnsw !== undefined) {
      const dimensions = this.#dimensions ?? (await this.#copiedDimensions())
      const { m, efConstruction } = hnsw
      if (dimensions !== undefined) {
        await this.#run(
          `create index on ${this.#table} using hnsw ((vector::vector(${dimensions})) vector_ip_ops) with (m = ${m}, ef_construction = ${efConstruction})`,
        )
      }
    }
    await this.#run(`analyze ${this.#table}`)
  }

  async #copiedDimensions(): Promise<number | undefined> {
    const [row] = await this.#run(`select vector_dims(vector) as dimensions from ${this.#table} limit 1`)
    return row === undefined ? undefined : Number(row.dimensions)
  }
}

/** What stands above a chunk and can be searched with it. */
const above = ({ path, headings }: Chunk): string =>
  [...(path === undefined ? [] : [path]), ...headings].map((line) => `${line}\n`).join('')

/** PostgreSQL's texts have no NUL. */
const plain = (text: string): string => text.replaceAll('\0', '�')

function columnsOf(pieces: readonly Piece[]): Record<string, unknown[]> {
  const of = <T>(read: (piece: Piece) => T): T[] => pieces.map(read)
  return {
    key: of(({ key }) => key),
    id: of(({ chunk }) => plain(chunk.id)),
    document: of(({ chunk }) => plain(chunk.document)),
    path: of(({ chunk }) => (chunk.path === undefined ? null : plain(chunk.path))),
    start_line: of(({ chunk }) => chunk.startLine),
    end_line: of(({ chunk }) => chunk.endLine),
    above: of(({ chunk }) => plain(above(chunk))),
    text: of(({ chunk }) => plain(chunk.text)),
  }
}
