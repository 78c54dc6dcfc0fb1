import type { Lease, LeaseStore } from '../loading/leases.ts'
import type { LanceConnection } from './lance.ts'
import { dropIfThere, idleOf, NEW, NOW, readLine, tablesOf, unlessMeanwhile } from './tables.ts'

/** Leases as tables of LanceDB with one line each: changes of one table by many runs would be in each other's way. */
export class LanceLeases implements LeaseStore {
  readonly #connection: LanceConnection
  readonly #prefix: string

  constructor(connection: LanceConnection, name: string) {
    this.#connection = connection
    this.#prefix = `${name}_lease_`
  }

  async add(id: string, state: string): Promise<void> {
    await this.#connection.createTable(`${this.#prefix}${id}`, [{ state, renewed: NEW }])
    await this.renew(id)
  }

  async renew(id: string): Promise<void> {
    await unlessMeanwhile(async () => {
      const table = await this.#connection.openTable(`${this.#prefix}${id}`)
      try {
        await table.update({ where: 'true', valuesSql: { renewed: NOW } })
      } finally {
        table.close()
      }
    })
  }

  async drop(id: string): Promise<void> {
    await dropIfThere(this.#connection, `${this.#prefix}${id}`)
  }

  async list(): Promise<Lease[]> {
    const names = (await tablesOf(this.#connection)).filter((name) => name.startsWith(this.#prefix))
    const leases = await Promise.all(names.map((name) => this.#read(name)))
    return leases.filter((lease) => lease !== undefined)
  }

  /** Undefined where it has been given back in the meantime. */
  async #read(name: string): Promise<Lease | undefined> {
    const id = name.slice(this.#prefix.length)
    const row = await readLine(this.#connection, name, COLUMNS)
    if (row === undefined) return undefined
    // Whoever has taken it may have been killed before it had a time.
    if (Number(row.renewed) === NEW) await this.renew(id).catch(() => {})
    return { id, state: String(row.state), idle: idleOf(row.renewed, row.now) }
  }
}

const COLUMNS = new Map([
  ['state', 'state'],
  ['renewed', 'renewed'],
  ['now', NOW],
])
