import type { CountedChunks } from './counted-chunks.ts'
import type { Bm25Parameters } from './formula.ts'
import { invert, type Postings } from './postings.ts'
import type { QueryTerm } from './scan.ts'
import { selectPostings } from './select-postings.ts'

/** So many times only the terms that are asked for are looked for; then questions come one by one, and all are inverted. */
const SELECTIONS = 8

/** Query terms whose numbers are those of the postings. */
export interface Numbered {
  readonly postings: Postings
  readonly terms: readonly QueryTerm[]
}

/**
 * Postings that are made when they are asked for: an eval set needs a few hundred of the terms that a knowledge base has.
 * Document d is chunk `rows[d]`; terms are known by the numbers of the analyser.
 */
export class TermPostings {
  readonly #counted: CountedChunks
  readonly #rows: Int32Array
  readonly #parameters: Bm25Parameters
  /** By the analyser's number: the number among the selected. */
  readonly #selected = new Map<number, number>()
  #selections = 0
  #some: Postings | undefined
  #all: Postings | undefined

  constructor(counted: CountedChunks, rows: Int32Array, parameters: Bm25Parameters) {
    this.#counted = counted
    this.#rows = rows
    this.#parameters = parameters
  }

  /** The postings of every term; the analyser's numbers are theirs. */
  all(): Postings {
    if (this.#all === undefined) {
      const counts = this.#counted.whole()
      this.#all = invert(counts, this.#rows, this.#counted.analyzer.termCount, this.#parameters)
      this.#some = undefined
    }
    return this.#all
  }

  /** Makes sure of terms, of all questions at once where there are several. */
  prepare(terms: readonly QueryTerm[]): void {
    if (this.#all !== undefined) return
    const before = this.#selected.size
    for (const { term } of terms) if (!this.#selected.has(term)) this.#selected.set(term, this.#selected.size)
    if (this.#some !== undefined && this.#selected.size === before) return
    if (++this.#selections > SELECTIONS) {
      this.all()
      return
    }
    const names = Array.from(this.#selected.keys(), (term) => this.#counted.analyzer.term(term))
    this.#some = selectPostings(this.#counted, this.#rows, names, this.#parameters)
  }

  /** Query terms, and the postings to look for them in. */
  of(terms: readonly QueryTerm[]): Numbered {
    this.prepare(terms)
    const all = this.#all
    if (all !== undefined) return { postings: all, terms: terms.filter(({ term }) => term < all.termCount) }
    return {
      postings: this.#some!,
      terms: terms.map(({ term, count }) => ({ term: this.#selected.get(term)!, count })),
    }
  }
}
