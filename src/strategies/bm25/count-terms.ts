import type { Analyzer } from '../../analysis/analyzer.ts'
import type { TermCounts } from './term-counts.ts'

/** One field of a document, and what an occurrence in it counts for. */
export interface WeightedText {
  readonly text: string
  readonly weight: number
}

/** Counts terms document by document, in the order they are added. */
export class TermCounter {
  readonly #analyzer: Analyzer
  readonly #starts: number[] = [0]
  readonly #lengths: number[] = []
  #terms = new Int32Array(1 << 14)
  #counts = new Float32Array(1 << 14)
  #size = 0
  /** By term: its position in the row that last had it; older rows' positions lie below the row's start. */
  #position = new Int32Array(1 << 12).fill(-1)

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer
  }

  add(fields: readonly WeightedText[]): void {
    const rowStart = this.#size
    let length = 0
    for (const { text, weight } of fields) {
      if (weight === 0 || text === '') continue
      const ids = this.#analyzer.analyze(text)
      this.#reserve(ids.length)
      this.#count(ids, weight, rowStart)
      length += ids.length * weight
    }
    this.#starts.push(this.#size)
    this.#lengths.push(length)
  }

  finish(): TermCounts {
    return {
      starts: Int32Array.from(this.#starts),
      terms: this.#terms.slice(0, this.#size),
      counts: this.#counts.slice(0, this.#size),
      lengths: Float64Array.from(this.#lengths),
    }
  }

  #count(ids: Int32Array, weight: number, rowStart: number): void {
    const position = this.#position
    const terms = this.#terms
    const counts = this.#counts
    let size = this.#size
    for (let i = 0; i < ids.length; i++) {
      const term = ids[i]!
      const at = position[term]!
      if (at >= rowStart) {
        counts[at] = counts[at]! + weight
      } else {
        terms[size] = term
        counts[size] = weight
        position[term] = size++
      }
    }
    this.#size = size
  }

  #reserve(more: number): void {
    const termCount = this.#analyzer.termCount
    if (termCount > this.#position.length) {
      const position = new Int32Array(Math.max(termCount, this.#position.length * 2)).fill(-1)
      position.set(this.#position)
      this.#position = position
    }
    if (this.#size + more <= this.#terms.length) return
    const capacity = Math.max(this.#size + more, this.#terms.length * 2)
    const terms = new Int32Array(capacity)
    terms.set(this.#terms)
    this.#terms = terms
    const counts = new Float32Array(capacity)
    counts.set(this.#counts)
    this.#counts = counts
  }
}
