import { Analyzer } from '../../analysis/analyzer.ts'
import { kindOf, type TermKind } from '../term-kind.ts'

/**
 * Reads texts as sequences of numbered words: stems without stop words; in scripts without spaces overlapping pairs of
 * characters, so that two words in a row are three characters in a row there.
 */
export class WordReader {
  readonly #analyzer = new Analyzer({ stemming: true, stopWords: true })
  readonly #kinds: TermKind[] = []

  words(text: string): Int32Array {
    const terms = this.#analyzer.analyze(text)
    return terms.filter((term, index) => this.#kind(term) !== 'character' || !this.#isInPair(terms, index))
  }

  /** A run of characters a, b, c comes as `a`, `b`, `ab`, `c`, `bc`; the character of a run of one stands alone. */
  #isInPair(terms: Int32Array, index: number): boolean {
    const next = this.#kind(terms[index + 1])
    return next === 'pair' || (next === 'character' && this.#kind(terms[index + 2]) === 'pair')
  }

  #kind(term: number | undefined): TermKind {
    if (term === undefined) return 'word'
    const kind = this.#kinds[term] ?? kindOf(this.#analyzer.term(term))
    this.#kinds[term] = kind
    return kind
  }
}
