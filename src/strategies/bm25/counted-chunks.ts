import type { Analyzer } from '../../analysis/analyzer.ts'
import { concatCounts } from './concat-counts.ts'
import type { CountedTerms, CountsRow } from './counts-row.ts'
import type { TermCounts } from './term-counts.ts'

/** Where a chunk's counts are. */
interface Place {
  /** By chunk: which of `packs`. */
  readonly pack: Int32Array
  /** By chunk: which of the pack's rows. */
  readonly row: Int32Array
}

/** Chunks whose terms are counted, wherever the counts come from; nothing is put together before somebody wants it. */
export class CountedChunks {
  readonly analyzer: Analyzer
  readonly packs: readonly CountedTerms[]
  readonly place: Place
  /** By chunk: the sum of its counts. */
  readonly lengths: Float64Array
  readonly postingCount: number
  readonly #rows: readonly CountsRow[]
  #whole: TermCounts | undefined
  #termCount: number | undefined

  /** @param rows the chunks one after another */
  constructor(rows: readonly CountsRow[], analyzer: Analyzer) {
    const packs = new Map<CountedTerms, number>()
    const chunks = rows.reduce((sum, { from, to }) => sum + to - from, 0)
    const place = { pack: new Int32Array(chunks), row: new Int32Array(chunks) }
    this.lengths = new Float64Array(chunks)
    let chunk = 0
    let postings = 0
    for (const { pack, from, to } of rows) {
      const number = packs.get(pack) ?? packs.size
      packs.set(pack, number)
      const { lengths, starts } = pack.counts
      postings += starts[to]! - starts[from]!
      for (let row = from; row < to; row++, chunk++) {
        place.pack[chunk] = number
        place.row[chunk] = row
        this.lengths[chunk] = lengths[row]!
      }
    }
    this.#rows = rows
    this.analyzer = analyzer
    this.packs = [...packs.keys()]
    this.place = place
    this.postingCount = postings
  }

  /** How many distinct terms the chunks have. */
  get termCount(): number {
    this.#termCount ??= this.#countTerms()
    return this.#termCount
  }

  /** The counts of all chunks under the numbers that `analyzer` gives to terms. */
  whole(): TermCounts {
    this.#whole ??= this.#isOfAnalyzer()
      ? this.packs[0]!.counts
      : concatCounts(this.#rows, (term) => this.analyzer.idOf(term))
    return this.#whole
  }

  /** All that the analyser counted, and nothing else, in its order. */
  #isOfAnalyzer(): boolean {
    const [pack] = this.packs
    if (this.packs.length !== 1 || pack!.analyzer !== this.analyzer) return false
    let next = 0
    for (const { from, to } of this.#rows) {
      if (from !== next) return false
      next = to
    }
    return next === pack!.counts.lengths.length
  }

  #countTerms(): number {
    const used = this.packs.map(({ terms }) => new Uint8Array(terms.length))
    for (const { pack, from, to } of this.#rows) mark(pack.counts, from, to, used[this.packs.indexOf(pack)]!)
    const bySize = [...this.packs.keys()].sort((a, b) => used[b]!.length - used[a]!.length)
    const [largest, ...others] = bySize
    const seen = new Set(others.flatMap((pack) => this.packs[pack]!.terms.filter((_, term) => used[pack]![term] === 1)))
    let count = seen.size
    if (largest === undefined) return count
    const { terms } = this.packs[largest]!
    for (let term = 0; term < terms.length; term++) {
      if (used[largest]![term] === 1 && (seen.size === 0 || !seen.has(terms[term]!))) count++
    }
    return count
  }
}

function mark({ starts, terms }: TermCounts, from: number, to: number, used: Uint8Array): void {
  const end = starts[to]!
  for (let i = starts[from]!; i < end; i++) used[terms[i]!] = 1
}
