import { Analyzer } from '../../analysis/analyzer.ts'
import type { AnalysisSettings } from '../../analysis/terms-of-token.ts'
import { kindOf, type TermKind } from '../term-kind.ts'
import { ENGLISH } from '../word-settings.ts'

/** So many texts are kept: of a few kilobytes each, it stays below a hundred megabytes. */
const MOST_TEXTS = 16_384

/**
 * Reads texts as sequences of numbered words: stems without stop words; in scripts without spaces overlapping pairs of
 * characters, so that two words in a row are three characters in a row there.
 */
export class WordReader {
  readonly #analyzer: Analyzer
  readonly #kinds: TermKind[] = []
  /** By text, and by what stands above it. */
  readonly #read = new Map<string, Map<string, Int32Array>>()
  #count = 0

  constructor(words: AnalysisSettings = ENGLISH) {
    this.#analyzer = new Analyzer(words)
  }

  words(text: string): Int32Array {
    return this.wordsBelow('', text)
  }

  /**
   * The words of a title, which may be empty, and of the text below it. The same texts are read for one question after another,
   * so what was read is kept; by both apart, since to look up a text that was just put together takes as long as it is.
   */
  wordsBelow(title: string, text: string): Int32Array {
    const known = this.#read.get(text)?.get(title)
    if (known !== undefined) return known
    const words = this.#wordsOf(`${title}\n${text}`)
    if (this.#count++ >= MOST_TEXTS) this.#forget()
    const below = this.#read.get(text) ?? new Map<string, Int32Array>()
    this.#read.set(text, below.set(title, words))
    return words
  }

  #forget(): void {
    this.#read.clear()
    this.#count = 1
  }

  #wordsOf(text: string): Int32Array {
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
