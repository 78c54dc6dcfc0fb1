import type { Pool, PoolClient } from 'pg'
import { SecretKeeper } from '../engine/secret-keeper.ts'
import type { BuildContext } from '../strategy.ts'
import { boundedRows } from './bounded-rows.ts'
import { explainPostgresError } from './explain-postgres-error.ts'
import type { PgvectorSettings } from './settings.ts'

export type Row = Readonly<Record<string, unknown>>

/** Runs one statement on a connection. */
export type RunSql = (sql: string, values?: readonly unknown[]) => Promise<readonly Row[]>

const POSTGRES_PORT = '5432'

/** A database: connections for questions, which may only read, and others for loading. */
export class Database {
  readonly #keeper: SecretKeeper
  readonly #address: string
  readonly #settings: PgvectorSettings
  readonly #pools = new Map<'read' | 'write', Promise<Pool>>()

  /** @throws UserError where the variable with the address is not set */
  constructor(settings: PgvectorSettings, context: Pick<BuildContext, 'secret'>) {
    this.#settings = settings
    this.#keeper = new SecretKeeper(context)
    this.#address = this.#keeper.secret(settings.urlEnv)
  }

  /** Rows of a statement that reads; given up when the signal is aborted. Throws `EngineFailure`. */
  read(sql: string, values: readonly unknown[], signal: AbortSignal): Promise<readonly Row[]> {
    return this.#with('read', sql, signal, (run) => run(sql, values))
  }

  /** Does work on a connection of its own that may write, as one transaction: all of it is seen, or nothing. */
  write<T>(signal: AbortSignal, work: (run: RunSql) => Promise<T>): Promise<T> {
    return this.#with('write', '', signal, async (run) => {
      await run('begin')
      try {
        const result = await work(run)
        await run('commit')
        return result
      } catch (error) {
        await run('rollback').catch(() => {})
        throw error
      }
    })
  }

  /** Takes a shared lock that lasts as long as its connection: until the database is closed or the process ends. */
  async hold(lock: string, signal: AbortSignal): Promise<void> {
    await this.#with(
      'write',
      '',
      signal,
      async (run) => void (await run('select pg_advisory_lock_shared(hashtextextended($1, 0))', [lock])),
      true,
    )
  }

  /** Gives back the locks that are held. */
  async letGo(): Promise<void> {
    for (const held of this.#held.splice(0)) {
      // The server notices a closed connection a little later.
      await held.query('select pg_advisory_unlock_all()').catch(() => {})
      held.release(true)
    }
  }

  async close(): Promise<void> {
    await this.letGo()
    const pools = [...this.#pools.values()]
    this.#pools.clear()
    for (const pool of pools) await (await pool).end()
  }

  readonly #held: PoolClient[] = []

  async #with<T>(
    kind: 'read' | 'write',
    sql: string,
    signal: AbortSignal,
    work: (run: RunSql) => Promise<T>,
    keep = false,
  ): Promise<T> {
    return this.#keeper.unspoken(async () => {
      let last = sql
      try {
        return await this.#onClient(kind, signal, keep, (client) =>
          work(async (text, values = []) => {
            last = text
            if (kind === 'read') return boundedRows(client, text, values, this.#settings.maxBytes)
            return (await client.query<Row>(text, [...values])).rows
          }),
        )
      } catch (error) {
        signal.throwIfAborted()
        throw explainPostgresError(error, this.host, last)
      }
    })
  }

  async #onClient<T>(
    kind: 'read' | 'write',
    signal: AbortSignal,
    keep: boolean,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted()
    const client = await (await this.#pool(kind)).connect()
    let released = false
    const release = (broken: boolean): void => {
      if (!released) client.release(broken)
      released = true
    }
    const stop = (): void => release(true)
    signal.addEventListener('abort', stop, { once: true })
    try {
      const result = await work(client)
      if (keep) this.#held.push(client)
      else release(false)
      return result
    } catch (error) {
      release(true)
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  #pool(kind: 'read' | 'write'): Promise<Pool> {
    const known = this.#pools.get(kind) ?? this.#open(kind)
    this.#pools.set(kind, known)
    return known
  }

  async #open(kind: 'read' | 'write'): Promise<Pool> {
    const { default: pg } = await import('pg')
    const { concurrency, timeout, session } = this.#settings
    const pool = new pg.Pool({
      connectionString: this.#address,
      // Loading has one connection to work on, and one that holds the lock.
      max: kind === 'read' ? concurrency : 2,
      connectionTimeoutMillis: 1000 * timeout,
      idleTimeoutMillis: 0,
      application_name: 'retrieval-gate',
      onConnect: (client) => this.#begin(client, kind, session),
    })
    // A connection that breaks while nobody uses it: the next question gets another.
    pool.on('error', () => {})
    return pool
  }

  async #begin(
    client: Pick<PoolClient, 'query'>,
    kind: 'read' | 'write',
    session: PgvectorSettings['session'],
  ): Promise<void> {
    const limit = Math.ceil(1000 * this.#settings.timeout)
    const given = {
      ...session,
      ...(kind === 'read'
        ? { default_transaction_read_only: 'on', statement_timeout: limit }
        : { statement_timeout: 0 }),
    }
    for (const [name, value] of Object.entries(given))
      await client.query('select set_config($1, $2, false)', [name, String(value)])
    if (kind === 'read') return
    // A server that does not look would go on for a run that was killed; older ones than 14 cannot.
    await client.query(`select set_config('client_connection_check_interval', '2s', false)`).catch(() => {})
  }

  /**
   * The schema that tables are made in. Users of one database may have another one each, and settings of the session,
   * the address, the user or the database may say so: that is the server's to know.
   */
  async home(signal: AbortSignal): Promise<string> {
    const [row] = await this.read('select current_schema() as home', [], signal)
    return `schema ${row?.home ?? 'none'}`
  }

  /** Without user and password. */
  get host(): string {
    try {
      const { hostname, port, pathname, searchParams } = new URL(this.#address)
      const server = hostname === '' ? (searchParams.get('host') ?? 'localhost') : hostname
      return `${server}:${port || POSTGRES_PORT}${pathname}`
    } catch {
      return `the address in ${this.#settings.urlEnv}`
    }
  }
}
