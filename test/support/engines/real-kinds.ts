import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
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
  return {
    entry: { type: 'chroma', url },
    env: {},
    name,
    workspace: temporaryFolder(),
    async holdings() {
      const answer = await fetch(
        `${url}/api/v2/tenants/default_tenant/databases/default_database/collections?limit=1000`,
      )
      return ((await answer.json()) as { name: string }[]).filter((one) => one.name.startsWith(`${name}_`)).length
    },
    unreachable: { entry: { type: 'chroma', url: await deadUrl(), retries: 0 } },
  }
}

async function lancedb(): Promise<RealEngine> {
  const workspace = lanceWorkspace()
  const name = freshName()
  return {
    entry: { type: 'lancedb', uri: 'lance' },
    env: {},
    name,
    workspace,
    holdings: async () => readdirSync(join(workspace, 'lance')).filter((one) => one.startsWith(`${name}_n`)).length,
  }
}

/** The engines that this program loads knowledge bases into; some may not be there. */
export const realKinds: readonly Kind[] = [
  { type: 'pgvector', isThere: realEngines !== null, prepare: postgres },
  { type: 'chroma', isThere: realEngines !== null, prepare: chroma },
  { type: 'lancedb', isThere: lanceFolder !== null, prepare: lancedb },
]
