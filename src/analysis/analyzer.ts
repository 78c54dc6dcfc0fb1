import { Buffer } from 'node:buffer'
import { CharacterClass, classOfCharacter, classTable } from './character-class.ts'
import { continuesToken } from './continues-token.ts'
import { Lexicon, NO_TERM } from './lexicon.ts'
import type { AnalysisSettings } from './terms-of-token.ts'
import { type TokenTable, UNITS_A_NUMBER, UNSEEN } from './token-table.ts'

/** A token longer than this is cut: it is data, not a word. In code units; Lucene's limit. */
const LONGEST_TOKEN = 255

/** Of the buffers for a text and its terms; longer texts make them grow. */
const FIRST_CAPACITY = 1 << 12

/**
 * Text to numbered terms: Unicode words, folded and (English) stemmed, identifiers both whole and in parts; scripts
 * written without spaces as single characters and overlapping pairs.
 *
 * Terms are numbered in the order of first sight; what a raw token stands for is worked out once.
 */
export class Analyzer {
  readonly settings: AnalysisSettings
  readonly #lexicon: Lexicon
  readonly #tokens: TokenTable
  #end = 0
  #bytes = Buffer.alloc(0)
  /** The text's code units, and a NUL: faster to read than the string. */
  #units = new Uint16Array(0)
  #out = new Int32Array(FIRST_CAPACITY)
  #length = 0

  constructor(settings: AnalysisSettings) {
    this.settings = settings
    this.#lexicon = new Lexicon(settings, LONGEST_TOKEN)
    this.#tokens = this.#lexicon.tokens
  }

  /** How many terms have been seen; their ids are below it. */
  get termCount(): number {
    return this.#lexicon.terms.size
  }

  /** The term of an id, as indexed (folded, stemmed). */
  term(id: number): string {
    return this.#lexicon.terms.term(id)
  }

  /** The id of a term as indexed; a new one where it was not seen before. */
  idOf(term: string): number {
    return this.#lexicon.terms.idOf(term)
  }

  /** The ids of the text's terms, in text order. The array is reused: it is valid until the next call. */
  analyze(text: string): Int32Array {
    this.#read(text)
    const units = this.#units
    for (let at = 0; at < text.length; ) {
      const kind = classTable[units[at]!]!
      if (kind === CharacterClass.separator) at++
      else if (kind === CharacterClass.word) at = this.#word(at)
      else at = this.#other(at)
    }
    return this.#out.subarray(0, this.#length)
  }

  #read(text: string): void {
    if (this.#units.length <= text.length) {
      this.#units = new Uint16Array(Math.max(FIRST_CAPACITY, 2 * text.length))
      this.#bytes = Buffer.from(this.#units.buffer)
    }
    this.#bytes.write(text, 0, 'utf16le')
    this.#units[text.length] = 0
    this.#end = text.length
    this.#length = 0
  }

  /** What begins with a code unit that is no plain word character or separator, or is new. */
  #other(at: number): number {
    const kind = classOfCharacter(this.#units, at)
    if (kind === CharacterClass.word) return this.#word(at)
    return kind === CharacterClass.unspaced ? this.#unspaced(at) : at + 1
  }

  /**
   * Emits the token that starts here; returns where it ends. Most are short words between separators, whose key for the
   * table of tokens is made while their end is looked for.
   */
  #word(start: number): number {
    const units = this.#units
    let at = start
    let unit = units[at]!
    let kind: number = CharacterClass.word
    let low = 0
    let high = 0
    let all = 0
    for (const middle = start + UNITS_A_NUMBER; kind === CharacterClass.word && at < middle; ) {
      low = (low << 8) | unit
      all |= unit
      unit = units[++at]!
      kind = classTable[unit]!
    }
    for (const end = start + 2 * UNITS_A_NUMBER; kind === CharacterClass.word && at < end; ) {
      high = (high << 8) | unit
      all |= unit
      unit = units[++at]!
      kind = classTable[unit]!
    }
    if (kind === CharacterClass.separator && all < 256) {
      const value = this.#tokens.findNarrow(low, high)
      this.#emit(value === UNSEEN ? this.#lexicon.learnWord(units, start, at) : value)
    } else {
      at = this.#endOfToken(start, at)
      const value = this.#tokens.find(units, start, at)
      this.#emit(value === UNSEEN ? this.#lexicon.learnWord(units, start, at) : value)
    }
    return at
  }

  /** Where the token ends that starts at `start` and goes on to `at` at least. */
  #endOfToken(start: number, from: number): number {
    const units = this.#units
    const limit = Math.min(this.#end, start + LONGEST_TOKEN)
    let at = from
    for (; at < limit; at++) {
      const kind = classTable[units[at]!]!
      if (kind !== CharacterClass.word && (kind === CharacterClass.separator || !continuesToken(units, at))) break
    }
    return at
  }

  /** Emits the characters and pairs of the run that starts here; returns where it ends. */
  #unspaced(start: number): number {
    const units = this.#units
    let previous = -1
    let at = start
    while (at < this.#end && classOfCharacter(units, at) === CharacterClass.unspaced) {
      const next = classTable[units[at]!] === CharacterClass.surrogate ? at + 2 : at + 1
      this.#emitUnspaced(at, next)
      if (previous >= 0) this.#emitUnspaced(previous, next)
      previous = at
      at = next
    }
    return at
  }

  #emitUnspaced(start: number, end: number): void {
    const value = this.#tokens.find(this.#units, start, end)
    this.#emit(value === UNSEEN ? this.#lexicon.learnUnspaced(this.#units, start, end) : value)
  }

  #emit(value: number): void {
    if (value >= 0) this.#push(value)
    else if (value !== NO_TERM) {
      const { lists } = this.#lexicon
      const start = -1 - value
      for (let i = start; i < start + lists[start - 1]!; i++) this.#push(lists[i]!)
    }
  }

  #push(term: number): void {
    if (this.#length === this.#out.length) {
      const out = new Int32Array(this.#length * 2)
      out.set(this.#out)
      this.#out = out
    }
    this.#out[this.#length++] = term
  }
}
