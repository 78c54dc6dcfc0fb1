import { setTimeout } from 'node:timers/promises'
import type { LanceConnection, LanceTable } from './lance.ts'

/** Seconds, in the SQL of LanceDB. */
export const NOW = "date_part('epoch', now())"

/** Stands for a time that has not been set yet; a fraction, so that the column is one of such numbers. */
export const NEW = 0.5

/** Seconds since a time. */
export function idleOf(time: unknown, now: unknown): number {
  return Number(time) === NEW ? 0 : Math.max(0, Number(now) - Number(time))
}

const PAGE = 100
/** Attempts at a change that others change as well. */
const ATTEMPTS = 10
/** Milliseconds after the first attempt; a further one waits that much longer. */
const PAUSE = 10

/** The names of all tables. */
export async function tablesOf(connection: LanceConnection): Promise<string[]> {
  const all: string[] = []
  for (;;) {
    const last = all.at(-1)
    const page = await connection.tableNames({ limit: PAGE, ...(last === undefined ? {} : { startAfter: last }) })
    all.push(...page)
    if (page.length < PAGE) return all
  }
}

/** Removes a table that others may be removing as well. */
export async function dropIfThere(connection: LanceConnection, name: string): Promise<void> {
  try {
    await connection.dropTable(name)
  } catch (error) {
    if ((await tablesOf(connection)).includes(name)) throw error
  }
}

/** Undefined where it is not there, or only just being made: its name is there first. */
export async function openIfThere(connection: LanceConnection, name: string): Promise<LanceTable | undefined> {
  for (let made = 1; (await tablesOf(connection)).includes(name); made++) {
    try {
      return await connection.openTable(name)
    } catch (error) {
      if (!NOT_FOUND.test(messageOf(error))) throw error
      if (made === ATTEMPTS) return undefined
      await setTimeout(made * PAUSE)
    }
  }
  return undefined
}

/** The only line of a table; undefined where that is not there, or goes at this moment: its files go one by one. */
export async function readLine(
  connection: LanceConnection,
  name: string,
  columns: ReadonlyMap<string, string>,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  for (let made = 1; ; made++) {
    const table = await openIfThere(connection, name)
    try {
      const rows = await table?.query().select(columns).toArray()
      return rows?.[0]?.toJSON()
    } catch (error) {
      if (!NOT_FOUND.test(messageOf(error))) throw error
      if (made === ATTEMPTS) return undefined
      await setTimeout(made * PAUSE)
    } finally {
      table?.close()
    }
  }
}

/** Tries again where another process has changed, made or removed the same table in the meantime. */
export async function unlessMeanwhile<T>(change: () => Promise<T>): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await change()
    } catch (error) {
      const message = messageOf(error)
      if (made === ATTEMPTS || !(MEANWHILE.test(message) || NOT_FOUND.test(message))) throw error
      await setTimeout(made * PAUSE)
    }
  }
}

const NOT_FOUND = /not found/i
const MEANWHILE = /conflict|already exists/i

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
