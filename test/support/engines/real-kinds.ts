import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { openLance } from '../../../src/strategies/lancedb/lance.ts'
import { temporaryFolder } from '../../knowledge/temporary-workspace.ts'
import { deadUrl } from './http-server.ts'
import { lanceFolder, lanceWorkspace, realEngines } from './real-engines.ts'

/** What tests call their embedder. */
export const LETTERS = 'letters'

/** An engine that is there, and a place in it that no other test uses. */
export interface RealEngine {
  readonly entry: { readonly type: string } & Record<string, unknown>
  readonly env: Record<string, string>
  /** What the names of its tables begin with. */
  readonly name: string
  readonly workspace: string
  /** How many states of knowledge bases there are in the place. */
  holdings(): Promise<number>
  /** The names of all that stands in the place: states, lists, leases, leftovers. */
  names(): Promise<readonly string[]>
  /** Makes the leases of runs an hour old, as those of killed runs become; absent where there are locks. */
  ageLeases?(): Promise<void>
  /** The same where nobody listens. */
  readonly unreachable?: Partial<Pick<RealEngine, 'entry' | 'env'>>
}

interface Kind {
  readonly type: string
  readonly isThere: boolean
  prepare(): Promise<RealEngine>
}

let places = 0

/** A name that is another one in every process and every test. */
function freshName(): string {
  return `t${process.pid}_${++places}_x`
}

async function postgres(): Promise<RealEngine> {
  const name = freshName()
  const url = realEngines!.postgresql
  const dead = new URL(await deadUrl())
  return {
    entry: { type: 'pgvector' },
    env: { DATABASE_URL: url },
    name,
    workspace: temporaryFolder(),
    async holdings() {
      const rows = await query(`select tablename from pg_tables where tablename ~ '^${name}_[0-9a-f]{24}$'`)
      return rows.length
    },
    async names() {
      const rows = await query(`select tablename from pg_tables where starts_with(tablename, '${name}_') order by 1`)
      return rows.map(({ tablename }) => String(tablename))
    },
    unreachable: { env: { DATABASE_URL: `postgres://me:hunter2@${dead.host}/db` } },
  }
}

/** Rows of a statement in the PostgreSQL of the tests. */
export async function query(sql: string): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: realEngines!.postgresql })
  await client.connect()
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

async function chroma(): Promise<RealEngine> {
  const name = freshName()
  const url = realEngines!.chroma
  const names = async () => {
    const answer = await fetch(`${url}/api/v2/tenants/default_tenant/databases/default_database/collections?limit=1000`)
    const all = ((await answer.json()) as { name: string }[]).map((one) => one.name)
    return all.filter((one) => one.startsWith(`${name}_`)).sort()
  }
  return {
    entry: { type: 'chroma', url },
    env: {},
    name,
    workspace: temporaryFolder(),
    holdings: async () => (await names()).filter((one) => /_x_[0-9a-f]{24}$/.test(one)).length,
    names,
    ageLeases: () =>
      ageChromaLeases(`${url}/api/v2/tenants/default_tenant/databases/default_database/collections`, name),
    unreachable: { entry: { type: 'chroma', url: await deadUrl(), retries: 0 } },
  }
}

async function ageChromaLeases(address: string, name: string): Promise<void> {
  interface Lease {
    readonly id: string
    readonly name: string
    readonly metadata: { readonly renewed: number }
  }
  const all = (await (await fetch(`${address}?limit=1000`)).json()) as Lease[]
  for (const { id, metadata } of all.filter((one) => one.name.startsWith(`${name}_lease_`))) {
    const body = JSON.stringify({ new_metadata: { ...metadata, renewed: metadata.renewed - 3600 } })
    await fetch(`${address}/${id}`, { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
  }
}

async function ageLanceLeases(workspace: string, name: string): Promise<void> {
  const { lance } = await openLance(workspace)
  const connection = await lance.connect(join(workspace, 'lance'))
  for (const table of await connection.tableNames({ limit: 1000 })) {
    if (!table.startsWith(`${name}_lease_`)) continue
    await (await connection.openTable(table)).update({ where: 'true', valuesSql: { renewed: 'renewed - 3600' } })
  }
}

async function lancedb(): Promise<RealEngine> {
  const workspace = lanceWorkspace()
  const name = freshName()
  const names = async () =>
    readdirSync(join(workspace, 'lance'))
      .filter((one) => one.startsWith(`${name}_`))
      .sort()
  return {
    entry: { type: 'lancedb', uri: 'lance' },
    env: {},
    name,
    workspace,
    holdings: async () => (await names()).filter((one) => one.startsWith(`${name}_n`)).length,
    names,
    ageLeases: () => ageLanceLeases(workspace, name),
  }
}

/** The engines that this program loads knowledge bases into; some may not be there. */
export const realKinds: readonly Kind[] = [
  { type: 'pgvector', isThere: realEngines !== null, prepare: postgres },
  { type: 'chroma', isThere: realEngines !== null, prepare: chroma },
  { type: 'lancedb', isThere: lanceFolder !== null, prepare: lancedb },
]
