import type { Postings } from '../../src/strategies/bm25/postings.ts'
import type { QueryTerm } from '../../src/strategies/bm25/scan.ts'

/** Terms that the postings have. */
export function knownTerms({ termCount }: Postings, terms: readonly QueryTerm[]): QueryTerm[] {
  return terms.filter(({ term }) => term < termCount)
}
