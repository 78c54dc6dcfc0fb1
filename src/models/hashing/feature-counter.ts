import { Analyzer } from '../../analysis/analyzer.ts'
import type { AnalysisSettings } from '../../analysis/terms-of-token.ts'
import { kindOf } from '../term-kind.ts'
import { ENGLISH } from '../word-settings.ts'
import { FeatureIds } from './feature-ids.ts'
import { featureOfTriple, featuresOfTerm } from './features-of-term.ts'
import { GrowingInts } from './growing-ints.ts'

/** Counts the features of texts. What a term stands for is worked out once. */
export class FeatureCounter {
  readonly #words: AnalysisSettings
  readonly #analyzer = new Analyzer({ stemming: false, stopWords: false })
  readonly #ids = new FeatureIds()
  /** Term t has the features `starts[t]` to `starts[t + 1]`. */
  readonly #starts = new GrowingInts()
  readonly #features = new GrowingInts()
  /** The terms that are pairs of characters, and the ids of triples. */
  readonly #pairs = new Map<number, string>()
  readonly #triples = new Map<string, number>()
  #counts = new Int32Array(0)
  #distinct = new Int32Array(0)
  #size = 0

  constructor(words = ENGLISH) {
    this.#words = words
    this.#starts.push(0)
  }

  /** How often the text counted last has each feature, by id. */
  get counts(): Int32Array {
    return this.#counts
  }

  /** The hash of each feature, by id. */
  get hashes(): Int32Array {
    return this.#ids.hashes.values
  }

  /** How many features have been seen; their ids are below it. */
  get featureCount(): number {
    return this.#ids.hashes.size
  }

  /** The text's terms, for `count`. */
  terms(text: string): Int32Array {
    const terms = this.#analyzer.analyze(text).slice()
    for (let term = this.#starts.size - 1; term < this.#analyzer.termCount; term++) this.#learn(term)
    return terms
  }

  /** The distinct features of a text, in the order of their first occurrence; valid until `clear`, which must follow. */
  count(terms: Int32Array): Int32Array {
    const triples = this.#pairs.size === 0 ? [] : this.#triplesOf(terms)
    this.#reserve()
    const starts = this.#starts.values
    const features = this.#features.values
    for (let i = 0; i < terms.length; i++) {
      const end = starts[terms[i]! + 1]!
      for (let at = starts[terms[i]!]!; at < end; at++) this.#add(features[at]!)
    }
    for (const triple of triples) this.#add(triple)
    return this.#distinct.subarray(0, this.#size)
  }

  clear(): void {
    for (let i = 0; i < this.#size; i++) this.#counts[this.#distinct[i]!] = 0
    this.#size = 0
  }

  #add(feature: number): void {
    const count = this.#counts[feature]!
    this.#counts[feature] = count + 1
    if (count === 0) this.#distinct[this.#size++] = feature
  }

  /** Makes room for every feature seen so far. */
  #reserve(): void {
    if (this.#counts.length >= this.featureCount) return
    this.#counts = new Int32Array(2 * this.featureCount)
    this.#distinct = new Int32Array(2 * this.featureCount)
  }

  #learn(term: number): void {
    const text = this.#analyzer.term(term)
    for (const hash of featuresOfTerm(text, this.#words)) this.#features.push(this.#ids.idOf(hash))
    this.#starts.push(this.#features.size)
    if (kindOf(text) === 'pair') this.#pairs.set(term, text)
  }

  /** In a run of characters a, b, c the analyser gives `ab`, `c`, `bc`: two pairs that are two terms apart. */
  #triplesOf(terms: Int32Array): number[] {
    const triples: number[] = []
    for (let i = 2; i < terms.length; i++) {
      const second = this.#pairs.get(terms[i]!)
      const first = second === undefined ? undefined : this.#pairs.get(terms[i - 2]!)
      if (first !== undefined) triples.push(this.#tripleOf(first, second!))
    }
    return triples
  }

  #tripleOf(first: string, second: string): number {
    const key = first + second
    const known = this.#triples.get(key)
    if (known !== undefined) return known
    const id = this.#ids.idOf(featureOfTriple(first, second))
    this.#triples.set(key, id)
    return id
  }
}
