import { TokenTable, UNSEEN } from './token-table.ts'

/** Terms as indexed, numbered in the order of first sight. */
export class TermTable {
  readonly #ids = new TokenTable()
  readonly #terms: string[] = []
  #scratch = new Uint16Array(1 << 8)

  get size(): number {
    return this.#terms.length
  }

  /** The term of an id. */
  term(id: number): string {
    return this.#terms[id]!
  }

  /** The id of a term; a new one where it was not seen before. */
  idOf(term: string): number {
    if (term.length > this.#scratch.length) this.#scratch = new Uint16Array(2 * term.length)
    const scratch = this.#scratch
    for (let i = 0; i < term.length; i++) scratch[i] = term.charCodeAt(i)
    const known = this.#ids.find(scratch, 0, term.length)
    if (known !== UNSEEN) return known
    const id = this.#terms.push(term) - 1
    this.#ids.add(scratch, 0, term.length, id)
    return id
  }
}
