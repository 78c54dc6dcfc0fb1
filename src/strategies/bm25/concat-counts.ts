import type { CountedTerms, CountsRow } from './counts-row.ts'
import type { TermCounts } from './term-counts.ts'

/** The rows of several analysers one after another, under the one numbering of terms that `numberOf` gives. */
export function concatCounts(rows: readonly CountsRow[], numberOf: (term: string) => number): TermCounts {
  const chunks = rows.reduce((sum, { from, to }) => sum + to - from, 0)
  const size = rows.reduce((sum, { pack: { counts }, from, to }) => sum + counts.starts[to]! - counts.starts[from]!, 0)
  const joined = {
    starts: new Int32Array(chunks + 1),
    terms: new Int32Array(size),
    counts: new Float32Array(size),
    lengths: new Float64Array(chunks),
  }
  const translations = new Map<CountedTerms, Int32Array>()
  let chunk = 0
  let at = 0
  for (const { pack, from, to } of rows) {
    const { counts, terms } = pack
    const translation = translations.get(pack) ?? new Int32Array(terms.length).fill(UNKNOWN)
    translations.set(pack, translation)
    const [begin, end] = [counts.starts[from]!, counts.starts[to]!]
    joined.lengths.set(counts.lengths.subarray(from, to), chunk)
    joined.counts.set(counts.counts.subarray(begin, end), at)
    for (let row = from; row < to; row++) joined.starts[++chunk] = at + counts.starts[row + 1]! - begin
    learn(counts.terms, begin, end, translation, (term) => numberOf(terms[term]!))
    translate(counts.terms, begin, end, translation, joined.terms, at)
    at += end - begin
  }
  return joined
}

/** A term that was not met yet: a pack has many that its rows here do not need. */
const UNKNOWN = -1

/** Gives the terms of a stretch their numbers. Loops of their own: they are compiled after the first documents. */
function learn(
  terms: Int32Array,
  begin: number,
  end: number,
  translation: Int32Array,
  numberOf: (term: number) => number,
): void {
  for (let i = begin; i < end; i++) {
    const term = terms[i]!
    if (translation[term] === UNKNOWN) translation[term] = numberOf(term)
  }
}

function translate(
  terms: Int32Array,
  begin: number,
  end: number,
  translation: Int32Array,
  into: Int32Array,
  at: number,
): void {
  for (let i = begin; i < end; i++) into[at + i - begin] = translation[terms[i]!]!
}
