import { Buffer } from 'node:buffer'
import { CharacterClass, classOfCharacter, classTable } from './character-class.ts'
import { continuesToken } from './continues-token.ts'
import { fold } from './fold.ts'
import { type AnalysisSettings, termsOfToken } from './terms-of-token.ts'
import { HASH_SEED, hashUnit, TokenTable, UNSEEN } from './token-table.ts'

/** A token longer than this is cut: it is data, not a word. In code units; Lucene's limit. */
const LONGEST_TOKEN = 255
/** What a token without terms stands for in the table; n >= 0 is the term n, and -2 - n the list n of terms. */
const NO_TERM = -1

/** Of the buffers for a text and its terms; longer texts make them grow. */
const FIRST_CAPACITY = 1 << 12

type TermsOf = (token: string, settings: AnalysisSettings) => string[]

/**
 * Text to numbered terms: Unicode words, folded and (English) stemmed, identifiers both whole and in parts; scripts
 * written without spaces as single characters and overlapping pairs.
 *
 * Terms are numbered in the order of first sight; what a raw token stands for is worked out once.
 */
export class Analyzer {
  readonly settings: AnalysisSettings
  readonly #tokens = new TokenTable()
  readonly #lists: (readonly number[])[] = []
  readonly #termIds = new Map<string, number>()
  readonly #terms: string[] = []
  #text = ''
  #bytes = Buffer.alloc(0)
  /** The text's code units, and a NUL: faster to read than the string. */
  #units = new Uint16Array(0)
  #out = new Int32Array(FIRST_CAPACITY)
  #length = 0

  constructor(settings: AnalysisSettings) {
    this.settings = settings
  }

  /** How many terms have been seen; their ids are below it. */
  get termCount(): number {
    return this.#terms.length
  }

  /** The term of an id, as indexed (folded, stemmed). */
  term(id: number): string {
    return this.#terms[id]!
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
    this.#text = text
    this.#length = 0
  }

  /** What begins with a code unit that is no plain word character or separator, or is new. */
  #other(at: number): number {
    const kind = classOfCharacter(this.#units, at)
    if (kind === CharacterClass.word) return this.#word(at)
    return kind === CharacterClass.unspaced ? this.#unspaced(at) : at + 1
  }

  /** Emits the token that starts here; returns where it ends. */
  #word(start: number): number {
    const units = this.#units
    const limit = Math.min(this.#text.length, start + LONGEST_TOKEN)
    let hash = HASH_SEED
    let at = start
    for (; at < limit; at++) {
      const unit = units[at]!
      const kind = classTable[unit]!
      if (kind !== CharacterClass.word && (kind === CharacterClass.separator || !continuesToken(units, at))) break
      hash = hashUnit(hash, unit)
    }
    this.#emit(start, at, hash, termsOfToken)
    return at
  }

  /** Emits the characters and pairs of the run that starts here; returns where it ends. */
  #unspaced(start: number): number {
    const units = this.#units
    let previous = -1
    let previousHash = HASH_SEED
    let at = start
    while (at < this.#text.length && classOfCharacter(units, at) === CharacterClass.unspaced) {
      const next = classTable[units[at]!] === CharacterClass.surrogate ? at + 2 : at + 1
      const hash = hashUnits(HASH_SEED, units, at, next)
      this.#emit(at, next, hash, unspacedTerm)
      if (previous >= 0) this.#emit(previous, next, hashUnits(previousHash, units, at, next), unspacedTerm)
      previous = at
      previousHash = hash
      at = next
    }
    return at
  }

  #emit(start: number, end: number, hash: number, terms: TermsOf): void {
    let value = this.#tokens.find(this.#units, start, end, hash)
    if (value === UNSEEN) value = this.#learn(start, end, hash, terms)
    if (value >= 0) this.#push(value)
    else if (value !== NO_TERM) for (const term of this.#lists[-2 - value]!) this.#push(term)
  }

  #push(term: number): void {
    if (this.#length === this.#out.length) {
      const out = new Int32Array(this.#length * 2)
      out.set(this.#out)
      this.#out = out
    }
    this.#out[this.#length++] = term
  }

  #learn(start: number, end: number, hash: number, terms: TermsOf): number {
    const ids = terms(this.#text.slice(start, end), this.settings).map((term) => this.idOf(term))
    const value = ids.length === 0 ? NO_TERM : ids.length === 1 ? ids[0]! : -1 - this.#lists.push(ids)
    this.#tokens.add(this.#units, start, end, hash, value)
    return value
  }

  /** The id of a term as indexed; a new one where it was not seen before. */
  idOf(term: string): number {
    const known = this.#termIds.get(term)
    if (known !== undefined) return known
    const id = this.#terms.push(term) - 1
    this.#termIds.set(term, id)
    return id
  }
}

function hashUnits(seed: number, units: Uint16Array, start: number, end: number): number {
  let hash = seed
  for (let i = start; i < end; i++) hash = hashUnit(hash, units[i]!)
  return hash
}

function unspacedTerm(characters: string): string[] {
  return [fold(characters)]
}
