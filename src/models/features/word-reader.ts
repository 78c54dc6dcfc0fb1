import { Analyzer } from '../../analysis/analyzer.ts'
import type { AnalysisSettings } from '../../analysis/terms-of-token.ts'
import { kindOf, type TermKind } from '../term-kind.ts'
import { ENGLISH } from '../word-settings.ts'

/** A text as its words. */
export interface ReadText {
  readonly words: Int32Array
  /** Each once, in the order in which they come first. */
  readonly distinct: Int32Array
}

/** So many texts are kept: of a few kilobytes each, it stays below a hundred megabytes. */
const MOST_TEXTS = 16_384

/**
 * Reads texts as sequences of numbered words: stems without stop words; in scripts without spaces overlapping pairs of
 * characters, so that two words in a row are three characters in a row there.
 */
export class WordReader {
  readonly #analyzer: Analyzer
  readonly #kinds: TermKind[] = []
  readonly #read = new Map<string, ReadText>()

  constructor(words: AnalysisSettings = ENGLISH) {
    this.#analyzer = new Analyzer(words)
  }

  /** The same texts are read for one question after another, so what was read is kept. */
  words(text: string): ReadText {
    const known = this.#read.get(text)
    if (known !== undefined) return known
    const terms = this.#analyzer.analyze(text)
    const words = terms.filter((term, index) => this.#kind(term) !== 'character' || !this.#isInPair(terms, index))
    const read = { words, distinct: Int32Array.from(new Set(words)) }
    if (this.#read.size >= MOST_TEXTS) this.#read.clear()
    this.#read.set(text, read)
    return read
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
