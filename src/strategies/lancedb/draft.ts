import type { Draft, Piece } from '../loading/shelf.ts'
import { passageText } from '../passage-text.ts'
import { type Arrow, type ArrowTable, arrowTable } from './arrow.ts'
import type { Lance, LanceConnection, LanceTable } from './lance.ts'
import type { LancedbIndex } from './settings.ts'

export interface Library {
  readonly lance: Lance
  readonly arrow: Arrow
  /** Of the database: a whole path, or an address such as `s3://bucket/path`. */
  readonly address: string
  readonly connection: LanceConnection
}

interface DraftOptions {
  readonly library: Library
  /** The name of the table that is written. */
  readonly place: string
  readonly index: LancedbIndex
  /** The table of another holding, which nobody removes from then on; undefined where it is gone. */
  reserved(name: string): Promise<LanceTable | undefined>
}

/** A table that is being written. */
export class LanceDraft implements Draft {
  readonly #library: Library
  readonly #place: string
  readonly #index: LancedbIndex
  readonly #reserved: DraftOptions['reserved']
  #source: Promise<LanceTable | undefined> | undefined
  #table: LanceTable | undefined

  constructor({ library, place, index, reserved }: DraftOptions) {
    this.#library = library
    this.#place = place
    this.#index = index
    this.#reserved = reserved
  }

  async copy(from: string, pieces: readonly Piece[]): Promise<ReadonlySet<string>> {
    const keys = pieces.map(({ key }) => `'${key}'`).join(', ')
    this.#source ??= this.#reserved(from)
    const table = await this.#source
    if (table === undefined) return new Set()
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
