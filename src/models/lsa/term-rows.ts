import { Analyzer } from '../../analysis/analyzer.ts'
import type { AnalysisSettings } from '../../analysis/terms-of-token.ts'
import { frequencyWeight, Rarity } from '../rarity.ts'
import { ENGLISH } from '../word-settings.ts'
import type { SparseRow } from './sparse-rows.ts'

/** Terms beyond these, the rarest, are left out: they have no company to learn from. */
const MOST_TERMS = 20_000

/** Texts as sparse rows of sublinear tf-idf over stems, of unit length. */
export class TermRows {
  readonly #analyzer: Analyzer
  readonly #rarity = new Rarity()
  /** How many texts have a term; then the column of each term that has one. */
  readonly #textsWith = new Map<number, number>()
  #columnOf = new Map<number, number>()

  constructor(words: AnalysisSettings = ENGLISH) {
    this.#analyzer = new Analyzer(words)
  }

  get columns(): number {
    return this.#columnOf.size
  }

  /** Counts a text of the knowledge base; gives its terms, for `row`. */
  add(text: string): Int32Array {
    const terms = this.#analyzer.analyze(text).slice()
    const distinct = new Set(terms)
    for (const term of distinct) this.#textsWith.set(term, (this.#textsWith.get(term) ?? 0) + 1)
    this.#rarity.add(Int32Array.from(distinct), this.#analyzer.termCount)
    return terms
  }

  /** To be called once, after the last `add`. */
  finish(): void {
    this.#rarity.finish()
    const common = [...this.#textsWith].sort(([a, m], [b, n]) => n - m || a - b).slice(0, MOST_TERMS)
    this.#columnOf = new Map(common.map(([term], column) => [term, column]))
  }

  rowOf(text: string): SparseRow {
    return this.row(this.#analyzer.analyze(text))
  }

  row(terms: Int32Array): SparseRow {
    const counts = new Map<number, number>()
    for (const term of terms) if (this.#columnOf.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    const columns = Int32Array.from(counts.keys(), (term) => this.#columnOf.get(term)!)
    const values = Float64Array.from(counts, ([term, count]) => this.#rarity.weight(term) * frequencyWeight(count))
    const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
    return { columns, values: values.map((value) => value / length) }
  }
}
