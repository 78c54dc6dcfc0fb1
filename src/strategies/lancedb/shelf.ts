import { Leases } from '../loading/leases.ts'
import type { Draft, Held, Holding, Shelf } from '../loading/shelf.ts'
import { LanceDraft, type Library } from './draft.ts'
import type { LanceTable } from './lance.ts'
import { LanceLeases } from './leases.ts'
import type { LancedbIndex } from './settings.ts'
import { dropIfThere, idleOf, NEW, NOW, openIfThere, readLine, tablesOf, unlessMeanwhile } from './tables.ts'

/** A holding and where it is. */
interface Entry extends Held {
  /** The table that it is in, which has a name of its own. */
  readonly place: string
}

/**
 * Holdings as tables of LanceDB. One is seen when it has an entry, which is a table of one line, and is written last: changes
 * of one list by many runs would be in each other's way. There are no locks, so who uses a holding has a lease.
 */
export class LanceShelf implements Shelf {
  readonly #library: Library
  readonly #index: LancedbIndex
  readonly #leases: Leases

  constructor(library: Library, index: LancedbIndex) {
    this.#library = library
    this.#index = index
    this.#leases = new Leases(new LanceLeases(library.connection, index.name))
  }

  async reserve(name: string, signal: AbortSignal): Promise<void> {
    await this.#leases.take(name, signal)
  }

  release(): Promise<void> {
    return this.#leases.release()
  }

  async list(signal: AbortSignal): Promise<Entry[]> {
    const leased = new Set((await this.#leases.live(signal)).map(({ state }) => state))
    const names = (await tablesOf(this.#library.connection)).filter((table) => this.#isEntry(table))
    const read = await Promise.all(names.map((table) => this.#read(table, leased)))
    const entries = read.filter((entry) => entry !== undefined)
    return entries.sort((a, b) => a.idle - b.idle || (a.name < b.name ? -1 : 1))
  }

  /** The table of a holding. */
  async open(name: string): Promise<LanceTable> {
    const entry = await this.#read(this.#entryOf(name), new Set())
    if (entry === undefined) throw new Error(`${name} is gone: another run has removed it`)
    return this.#library.connection.openTable(entry.place)
  }

  async use(name: string): Promise<boolean> {
    const change = { where: 'true', valuesSql: { used: NOW } }
    return unlessMeanwhile(async () => {
      const entry = await openIfThere(this.#library.connection, this.#entryOf(name))
      try {
        await entry?.update(change)
      } finally {
        entry?.close()
      }
      return entry !== undefined
    })
  }

  async write(holding: Holding, fill: (draft: Draft) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { connection } = this.#library
    const place = `${this.#draftPrefix}${await this.#leases.take(holding.name, signal)}`
    const reserved = async (from: string) => {
      await this.reserve(from, signal)
      return this.open(from).catch(() => undefined)
    }
    const draft = new LanceDraft({ library: this.#library, place, index: this.#index, reserved })
    try {
      await fill(draft)
      await draft.finish()
      // Another run may have written the same in the meantime.
      if ((await this.use(holding.name)) || !(await this.#enter(holding, place))) await connection.dropTable(place)
    } catch (error) {
      if ((await tablesOf(connection)).includes(place)) await connection.dropTable(place)
      throw error
    }
  }

  /** Nobody finds it without its entry, so no further run begins to use it while leases are looked for once more. */
  async remove(name: string, signal: AbortSignal): Promise<boolean> {
    if (await this.#leases.holds(name, signal)) return false
    const entry = await this.#read(this.#entryOf(name), new Set())
    if (entry === undefined) return true
    await dropIfThere(this.#library.connection, this.#entryOf(name))
    // Who came in between may have written the same anew.
    if (await this.#leases.holds(name, signal)) {
      if (!(await this.use(name))) await this.#enter(entry, entry.place)
      return false
    }
    await dropIfThere(this.#library.connection, entry.place)
    return true
  }

  /** A draft is called after its lease, and dead without it, unless it is whole and has an entry. */
  async sweep(signal: AbortSignal): Promise<void> {
    await this.#leases.sweep(signal)
    const { connection } = this.#library
    const places = (await tablesOf(connection)).filter((table) => this.#isPlace(table))
    const running = (await this.#leases.live(signal)).map(({ id }) => `${this.#draftPrefix}${id}`)
    const kept = new Set([...running, ...(await this.list(signal)).map(({ place }) => place)])
    for (const table of places) if (!kept.has(table)) await dropIfThere(connection, table)
  }

  /** The name of a holding's entry. */
  #entryOf(name: string): string {
    return `${this.#index.name}_state_${name.slice(this.#index.name.length + 1)}`
  }

  #isEntry(table: string): boolean {
    const prefix = this.#entryOf(`${this.#index.name}_`)
    return table.startsWith(prefix) && /^[0-9a-f]{24}$/.test(table.slice(prefix.length))
  }

  get #draftPrefix(): string {
    return `${this.#index.name}_n_`
  }

  #isPlace(table: string): boolean {
    return table.startsWith(this.#draftPrefix) && /^[0-9a-f]{32}$/.test(table.slice(this.#draftPrefix.length))
  }

  /** False where another run was faster. */
  async #enter(holding: Holding, place: string): Promise<boolean> {
    const { name, recipe, kind, corpus, embedder, pieces } = holding
    const line = { name, recipe, kind, corpus, embedder, place, pieces, used: NEW }
    try {
      await this.#library.connection.createTable(this.#entryOf(name), [line])
    } catch (error) {
      if (await this.use(name)) return false
      throw error
    }
    return this.use(name)
  }

  /** Undefined where there is none, or none any more. */
  async #read(table: string, leased: ReadonlySet<string>): Promise<Entry | undefined> {
    const columns = [...TEXTS, 'pieces', 'used'].map((name): [string, string] => [name, name])
    const row = await readLine(this.#library.connection, table, new Map([...columns, ['now', NOW]]))
    return row && entryOf(row, leased)
  }
}

const TEXTS = ['name', 'recipe', 'kind', 'corpus', 'embedder', 'place'] as const

function entryOf(row: Readonly<Record<string, unknown>>, leased: ReadonlySet<string>): Entry {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, String(row[name])])) as Record<
    (typeof TEXTS)[number],
    string
  >
  return { ...texts, pieces: Number(row.pieces), idle: idleOf(row.used, row.now), inUse: leased.has(texts.name) }
}
