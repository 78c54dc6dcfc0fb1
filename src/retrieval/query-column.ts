import { hashBytes, IdTable } from '../evalset/id-table.ts'

/** The query ids of a run's lines, each made a string once; the line before is looked at first. */
export class QueryColumn {
  readonly #ids = new IdTable()
  /** The number of the query of the line last looked at; numbers count up in order of appearance. */
  query = -1

  /** Moves to the id in `bytes[start, end)` and says whether it differs from the line before. */
  moveTo(bytes: Uint8Array, start: number, end: number): boolean {
    if (this.query >= 0 && this.#ids.equals(this.query, bytes, start, end)) return false
    const hash = hashBytes(bytes, start, end)
    const known = this.#ids.find(0, hash, bytes, start, end)
    if (known === -1) this.#ids.add(0, bytes, start, end)
    this.query = known === -1 ? this.#ids.size - 1 : known
    return true
  }

  /** The id of a query. */
  id(query: number): string {
    return this.#ids.text(query)
  }

  get size(): number {
    return this.#ids.size
  }
}
