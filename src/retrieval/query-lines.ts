import { IdTable } from '../evalset/id-table.ts'
import { trecOrder } from './trec-order.ts'

/** One query's lines of a run, in flat arrays that serve the next query again. */
export class QueryLines {
  readonly ids = new IdTable()
  #scores = new Float32Array(64)

  /** Says false where the document is there already. The score is kept in 32 bits, as trec_eval does. */
  add(bytes: Uint8Array, start: number, end: number, score: number): boolean {
    const line = this.ids.size
    if (!this.ids.add(0, bytes, start, end)) return false
    if (line === this.#scores.length) {
      const grown = new Float32Array(2 * line)
      grown.set(this.#scores)
      this.#scores = grown
    }
    this.#scores[line] = score
    return true
  }

  /** Indices into `ids`, best first; a fresh array. */
  order(): Uint32Array {
    return trecOrder(this.#scores, this.ids)
  }

  clear(): void {
    this.ids.clear()
  }
}
