/** Rows and their scores, best first, ties by the lower row. */
export interface RankedRows {
  readonly rows: Int32Array
  readonly scores: Float32Array
}

/**
 * The k best rows of those offered, in a heap whose root is the worst of them. Rows are offered in ascending order, so that a
 * later one never displaces an equal score.
 */
export class BestRows {
  readonly #rows: Int32Array
  readonly #scores: Float32Array
  #filled = 0
  /** A score must exceed it to enter a full heap. */
  #bar: number

  constructor(k: number) {
    this.#rows = new Int32Array(k)
    this.#scores = new Float32Array(k)
    this.#bar = k === 0 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY
  }

  /** Offers rows `first`, `first + 1` and so on. A score of exactly 0 has nothing in common with the question: no result. */
  offer(scores: Float32Array, first: number): void {
    for (let i = 0; i < scores.length; i++) {
      const score = scores[i]!
      if (score > this.#bar && score !== 0) this.#take(first + i, score)
    }
  }

  /** Empties the heap. */
  ranked(): RankedRows {
    const filled = this.#filled
    for (let last = filled - 1; last > 0; last--) {
      const score = this.#scores[0]!
      const row = this.#rows[0]!
      this.#siftDown(last, this.#rows[last]!, this.#scores[last]!)
      this.#scores[last] = score
      this.#rows[last] = row
    }
    this.#filled = 0
    return { rows: this.#rows.subarray(0, filled), scores: this.#scores.subarray(0, filled) }
  }

  #take(row: number, score: number): void {
    if (this.#filled < this.#rows.length) this.#siftUp(this.#filled++, row, score)
    else this.#siftDown(this.#filled, row, score)
    if (this.#filled === this.#rows.length) this.#bar = this.#scores[0]!
  }

  /** Whether the entry at `at` should leave before the given one. */
  #worse(at: number, row: number, score: number): boolean {
    return this.#scores[at]! < score || (this.#scores[at]! === score && this.#rows[at]! > row)
  }

  #siftUp(from: number, row: number, score: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#worse(parent, row, score)) break
      this.#move(parent, at)
      at = parent
    }
    this.#put(at, row, score)
  }

  /** Puts an entry in place of the root, in a heap of `size` entries. */
  #siftDown(size: number, row: number, score: number): void {
    let at = 0
    for (let child = 1; child < size; child = 2 * at + 1) {
      const right = child + 1
      if (right < size && this.#worse(right, this.#rows[child]!, this.#scores[child]!)) child = right
      if (!this.#worse(child, row, score)) break
      this.#move(child, at)
      at = child
    }
    this.#put(at, row, score)
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#rows[from]!, this.#scores[from]!)
  }

  #put(at: number, row: number, score: number): void {
    this.#rows[at] = row
    this.#scores[at] = score
  }
}
