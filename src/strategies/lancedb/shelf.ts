import { randomUUID } from 'node:crypto'
import type { Draft, Holding, Piece, Shelf } from '../loading/shelf.ts'
import { passageText } from '../passage-text.ts'
import { type Arrow, type ArrowTable, arrowTable } from './arrow.ts'
import type { Lance, LanceConnection, LanceTable } from './lance.ts'
import type { LancedbIndex } from './settings.ts'

export interface Library {
  readonly lance: Lance
  readonly arrow: Arrow
  readonly connection: LanceConnection
}

/** A line of the list of holdings. */
interface Held extends Holding {
  /** The table that it is in, which has a name of its own. */
  readonly place: string
  /** Uses are counted, not timed. */
  readonly used: number
}

/** A table whose number is so far behind the last use and that is not listed is what a killed run left. */
const DEAD_AFTER = 50

/** Holdings as tables of LanceDB. One is seen when it is in the list, which is a table too, and that is written last. */
export class LanceShelf implements Shelf {
  readonly #library: Library
  readonly #connection: LanceConnection
  readonly #index: LancedbIndex

  constructor(library: Library, index: LancedbIndex) {
    this.#library = library
    this.#connection = library.connection
    this.#index = index
  }

  async list(): Promise<Held[]> {
    if (!(await this.#tables()).includes(this.#listing)) return []
    const table = await this.#connection.openTable(this.#listing)
    const rows = (await table.query().toArray()).map((row) => row.toJSON())
    const held = rows.map(({ name, recipe, place, used }) => ({
      name: String(name),
      recipe: String(recipe),
      place: String(place),
      used: Number(used),
    }))
    return held.sort((a, b) => b.used - a.used || (a.name < b.name ? -1 : 1))
  }

  /** The table of a holding. */
  async open(name: string): Promise<LanceTable> {
    const one = (await this.list()).find((held) => held.name === name)
    if (one === undefined) throw new Error(`${name} is gone: another run has removed it`)
    return this.#connection.openTable(one.place)
  }

  async use(name: string): Promise<void> {
    const used = 1 + mostUsed(await this.list())
    const table = await this.#connection.openTable(this.#listing)
    await table.update({ where: `name = '${name}'`, values: { used } })
  }

  async write({ name, recipe }: Holding, fill: (draft: Draft) => Promise<void>): Promise<void> {
    const held = await this.list()
    const last = mostUsed(held)
    await this.#removeDead(held, last)
    const place = `${this.#index.name}_n${last}_${randomUUID().replaceAll('-', '')}`
    const draft = new LanceDraft(this.#library, place, this.#index, (from) => this.open(from))
    try {
      await fill(draft)
      await draft.finish()
      const line = { name, recipe, place, used: 1 + mostUsed(await this.list()) }
      if ((await this.#tables()).includes(this.#listing))
        await (await this.#connection.openTable(this.#listing)).add([line])
      else await this.#connection.createTable(this.#listing, [line])
    } catch (error) {
      if ((await this.#tables()).includes(place)) await this.#connection.dropTable(place)
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    const lines = (await this.list()).filter((held) => held.name === name)
    const listing = await this.#connection.openTable(this.#listing)
    await listing.delete(`name = '${name}'`)
    for (const { place } of lines) await this.#connection.dropTable(place)
  }

  get #listing(): string {
    return `${this.#index.name}_held`
  }

  async #tables(): Promise<string[]> {
    const all: string[] = []
    for (;;) {
      const last = all.at(-1)
      const page = await this.#connection.tableNames({
        limit: 100,
        ...(last === undefined ? {} : { startAfter: last }),
      })
      all.push(...page)
      if (page.length < 100) return all
    }
  }

  async #removeDead(held: readonly Held[], last: number): Promise<void> {
    const places = new Set(held.map(({ place }) => place))
    const draft = new RegExp(`^${this.#index.name}_n(\\d+)_[0-9a-f]{32}$`)
    for (const table of await this.#tables()) {
      const begun = draft.exec(table)?.[1]
      if (begun !== undefined && !places.has(table) && Number(begun) + DEAD_AFTER < last)
        await this.#connection.dropTable(table)
    }
  }
}

function mostUsed(held: readonly Held[]): number {
  return held.reduce((most, { used }) => Math.max(most, used), 0)
}

class LanceDraft implements Draft {
  readonly #library: Library
  readonly #place: string
  readonly #index: LancedbIndex
  readonly #open: (name: string) => Promise<LanceTable>
  #table: LanceTable | undefined

  constructor(library: Library, place: string, index: LancedbIndex, open: (name: string) => Promise<LanceTable>) {
    this.#library = library
    this.#place = place
    this.#index = index
    this.#open = open
  }

  async copy(from: string, pieces: readonly Piece[]): Promise<ReadonlySet<string>> {
    const keys = pieces.map(({ key }) => `'${key}'`).join(', ')
    const table = await this.#open(from)
    const rows = await table.query().where(`key in (${keys})`).limit(pieces.length).toArrow()
    if (rows.numRows > 0) await this.#put(rows)
    return new Set(Array.from(rows.getChild('key') ?? [], String))
  }

  async add(pieces: readonly Piece[], vectors: Parameters<Draft['add']>[1]): Promise<void> {
    await this.#put(arrowTable(this.#library.arrow, columnsOf(pieces), vectors))
  }

  async finish(): Promise<void> {
    if (this.#table === undefined) throw new Error('there is nothing in the knowledge base')
    const { language } = this.#index
    const config = this.#library.lance.Index.fts({ withPosition: false, stem: true, removeStopWords: true, language })
    await this.#table.createIndex('passage', { config })
  }

  async #put(rows: ArrowTable): Promise<void> {
    if (this.#table === undefined) this.#table = await this.#library.connection.createTable(this.#place, rows)
    else await this.#table.add(rows)
  }
}

function columnsOf(pieces: readonly Piece[]): Record<string, (string | number)[]> {
  return {
    key: pieces.map(({ key }) => key),
    id: pieces.map(({ chunk }) => chunk.id),
    document: pieces.map(({ chunk }) => chunk.document),
    path: pieces.map(({ chunk }) => chunk.path ?? ''),
    start_line: pieces.map(({ chunk }) => chunk.startLine),
    end_line: pieces.map(({ chunk }) => chunk.endLine),
    passage: pieces.map(({ chunk }) => passageText(chunk)),
  }
}
