import type { CountedChunks } from './counted-chunks.ts'
import type { CountedTerms } from './counts-row.ts'
import { type Bm25Parameters, inverseDocumentFrequency, saturation } from './formula.ts'
import { mean, type Postings } from './postings.ts'

/**
 * What `invert` would make for some terms, the others passed over: term t of the postings is `terms[t]`, document d is chunk
 * `rows[d]`. A pass over all counts, which is several times faster than putting them all in order.
 */
export function selectPostings(
  counted: CountedChunks,
  rows: Int32Array,
  terms: readonly string[],
  parameters: Bm25Parameters,
): Postings {
  const found = new Occurrences()
  const numbers = new Map(terms.map((term, number) => [term, number]))
  const translations = counted.packs.map((pack) => translationOf(pack, numbers))
  for (let document = 0; document < rows.length; document++) {
    const { pack, row } = counted.place
    const chunk = rows[document]!
    found.collect(counted.packs[pack[chunk]!]!, row[chunk]!, translations[pack[chunk]!]!, document)
  }
  return arranged(found, counted, rows, terms.length, parameters)
}

/** A term that is not wanted. */
const UNWANTED = -1

function translationOf({ terms }: CountedTerms, numbers: ReadonlyMap<string, number>): Int32Array {
  const translation = new Int32Array(terms.length)
  for (let term = 0; term < terms.length; term++) translation[term] = numbers.get(terms[term]!) ?? UNWANTED
  return translation
}

/** Which document has which term how often, documents in ascending order. */
class Occurrences {
  documents = new Int32Array(1 << 12)
  terms = new Int32Array(1 << 12)
  counts = new Float32Array(1 << 12)
  size = 0

  collect({ counts }: CountedTerms, row: number, translation: Int32Array, document: number): void {
    const start = counts.starts[row]!
    const end = counts.starts[row + 1]!
    this.#reserve(end - start)
    const { documents, terms, counts: into } = this
    let size = this.size
    for (let i = start; i < end; i++) {
      const term = translation[counts.terms[i]!]!
      if (term === UNWANTED) continue
      documents[size] = document
      terms[size] = term
      into[size++] = counts.counts[i]!
    }
    this.size = size
  }

  #reserve(more: number): void {
    if (this.size + more <= this.terms.length) return
    const capacity = Math.max(this.size + more, 2 * this.terms.length)
    this.documents = grown(this.documents, new Int32Array(capacity))
    this.terms = grown(this.terms, new Int32Array(capacity))
    this.counts = grown(this.counts, new Float32Array(capacity))
  }
}

function grown<T extends Int32Array | Float32Array>(from: T, into: T): T {
  into.set(from)
  return into
}

function arranged(
  found: Occurrences,
  { lengths }: CountedChunks,
  rows: Int32Array,
  termCount: number,
  parameters: Bm25Parameters,
): Postings {
  const starts = new Int32Array(termCount + 1)
  for (let i = 0; i < found.size; i++) starts[found.terms[i]! + 1]!++
  const idf = Float64Array.from(starts.subarray(1), (count) => inverseDocumentFrequency(count, rows.length))
  for (let term = 0; term < termCount; term++) starts[term + 1]! += starts[term]!
  const documents = new Int32Array(found.size)
  const impacts = new Float32Array(found.size)
  const next = starts.slice()
  const meanLength = mean(lengths, rows)
  for (let i = 0; i < found.size; i++) {
    const term = found.terms[i]!
    const document = found.documents[i]!
    const at = next[term]!++
    documents[at] = document
    impacts[at] = idf[term]! * saturation(found.counts[i]!, lengths[rows[document]!]! / meanLength, parameters)
  }
  return { documentCount: rows.length, termCount, starts, documents, impacts }
}
