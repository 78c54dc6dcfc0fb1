import { AsciiWords } from './ascii-words.ts'
import { fold } from './fold.ts'
import { stem } from './stem.ts'
import { stopWords } from './stop-words.ts'
import { TermTable } from './term-table.ts'
import { type AnalysisSettings, termsOfToken } from './terms-of-token.ts'
import { TokenTable, UNSEEN } from './token-table.ts'

/** The value of a token without terms; n >= 0 is the term n, and -2 - n the list that begins at n. */
export const NO_TERM = -1

/**
 * Which terms each raw token stands for, worked out once.
 *
 * Words are learnt from words: `Data-Bases` asks what `data` and `bases` stand for, which most often is known.
 */
export class Lexicon {
  /** The values of tokens. */
  readonly tokens = new TokenTable()
  readonly terms = new TermTable()
  /** Lists of terms one behind the other, each behind its length. */
  readonly lists: number[] = []
  readonly #settings: AnalysisSettings
  readonly #words: AsciiWords

  constructor(settings: AnalysisSettings, longestToken: number) {
    this.#settings = settings
    this.#words = new AsciiWords(longestToken)
  }

  /** The value of an unseen word or compound, which is known from now on. */
  learnWord(units: Uint16Array, start: number, end: number): number {
    const value = this.#words.read(units, start, end)
      ? this.#valueOfWords()
      : this.#valueOf(termsOfToken(textOf(units, start, end), this.#settings).map((term) => this.terms.idOf(term)))
    if (this.tokens.find(units, start, end) === UNSEEN) this.tokens.add(units, start, end, value)
    return value
  }

  /** The same for one or two characters of a script without spaces. */
  learnUnspaced(units: Uint16Array, start: number, end: number): number {
    const value = this.terms.idOf(fold(textOf(units, start, end)))
    this.tokens.add(units, start, end, value)
    return value
  }

  #valueOfWords(): number {
    const { ends, count } = this.#words
    if (count === 0) return NO_TERM
    if (count === 1) return this.#valueOfWord(0, ends[0]!)
    const ids: number[] = []
    let start = 0
    for (let word = 0; word < count; word++) {
      const end = ends[word]!
      const value = this.#valueOfWord(start, end)
      if (value !== NO_TERM) ids.push(value)
      start = end
    }
    const whole = this.#valueOfWhole(start)
    if (whole !== NO_TERM) ids.push(whole)
    return this.#valueOf(ids)
  }

  /** A word of letters or of digits: it is a token, too. */
  #valueOfWord(start: number, end: number): number {
    const { units } = this.#words
    const known = this.tokens.find(units, start, end)
    if (known !== UNSEEN) return known
    const value = this.#workOut(this.#words.text(start, end))
    this.tokens.add(units, start, end, value)
    return value
  }

  /** The words of a compound as one. With digits in it, a token of the same letters is a compound itself. */
  #valueOfWhole(length: number): number {
    const { units, areLetters } = this.#words
    const known = areLetters ? this.tokens.find(units, 0, length) : UNSEEN
    return known === UNSEEN ? this.#workOut(this.#words.text(0, length)) : known
  }

  #workOut(word: string): number {
    const { stemming, stopWords: withoutStopWords } = this.#settings
    if (withoutStopWords && stopWords.has(word)) return NO_TERM
    return this.terms.idOf(stemming ? stem(word) : word)
  }

  #valueOf(ids: readonly number[]): number {
    if (ids.length === 0) return NO_TERM
    if (ids.length === 1) return ids[0]!
    const value = -2 - this.lists.length
    this.lists.push(ids.length, ...ids)
    return value
  }
}

function textOf(units: Uint16Array, start: number, end: number): string {
  return String.fromCharCode(...units.subarray(start, end))
}
