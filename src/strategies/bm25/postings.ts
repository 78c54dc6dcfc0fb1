import { type Bm25Parameters, inverseDocumentFrequency, saturation } from './formula.ts'
import type { TermCounts } from './term-counts.ts'

/** An inverted index with the scores worked out: for each term, the documents that contain it and what it adds there. */
export interface Postings {
  readonly documentCount: number
  /** Terms with an id from here on occur nowhere. */
  readonly termCount: number
  /** Term t is the positions `starts[t]` to `starts[t + 1]` of `documents` and `impacts`. */
  readonly starts: Int32Array
  /** Ascending within a term. */
  readonly documents: Int32Array
  /** idf times saturation, rounded to single precision: half the memory traffic, and the same on every machine. */
  readonly impacts: Float32Array
}

/** Turns counts by document into postings by term. Document d of the postings is row `rows[d]` of the counts. */
export function invert(counts: TermCounts, rows: Int32Array, termCount: number, parameters: Bm25Parameters): Postings {
  const starts = postingStarts(counts, rows, termCount)
  const documents = new Int32Array(starts[termCount]!)
  const impacts = new Float32Array(documents.length)
  const idf = new Float64Array(termCount)
  for (let term = 0; term < termCount; term++) {
    idf[term] = inverseDocumentFrequency(starts[term + 1]! - starts[term]!, rows.length)
  }
  const next = starts.slice(0, termCount)
  const meanLength = mean(counts.lengths, rows)
  for (let document = 0; document < rows.length; document++) {
    const row = rows[document]!
    const relativeLength = counts.lengths[row]! / meanLength
    for (let i = counts.starts[row]!; i < counts.starts[row + 1]!; i++) {
      const term = counts.terms[i]!
      const at = next[term]!
      next[term] = at + 1
      documents[at] = document
      impacts[at] = idf[term]! * saturation(counts.counts[i]!, relativeLength, parameters)
    }
  }
  return { documentCount: rows.length, termCount, starts, documents, impacts }
}

function postingStarts(counts: TermCounts, rows: Int32Array, termCount: number): Int32Array {
  const starts = new Int32Array(termCount + 1)
  for (const row of rows) {
    for (let i = counts.starts[row]!; i < counts.starts[row + 1]!; i++) {
      const slot = counts.terms[i]! + 1
      starts[slot] = starts[slot]! + 1
    }
  }
  for (let term = 0; term < termCount; term++) starts[term + 1] = starts[term + 1]! + starts[term]!
  return starts
}

/** The mean over the rows that are in use; 1 where it would be 0, which only documents without a term have. */
export function mean(lengths: Float64Array, rows: Int32Array): number {
  let sum = 0
  for (const row of rows) sum += lengths[row]!
  return sum / rows.length || 1
}
