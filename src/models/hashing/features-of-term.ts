import { stem } from '../../analysis/stem.ts'
import { stopWords } from '../../analysis/stop-words.ts'
import type { AnalysisSettings } from '../../analysis/terms-of-token.ts'
import { kindOf } from '../term-kind.ts'
import { gramHash, wordHash } from './feature-hash.ts'

/** Lengths of character n-grams in scripts with spaces between words. */
const SHORTEST = 3
const LONGEST = 5

/**
 * The hashes of the features that a term of the analyser (not stemmed) has on its own. Words: the stem, and every run of 3
 * to 5 characters of the word with its ends marked. Scripts without spaces: the character as a run of one; a pair both as
 * a word and as a run of two.
 */
export function featuresOfTerm(term: string, words: AnalysisSettings): number[] {
  const kind = kindOf(term)
  if (kind === 'character') return [gramHash(term)]
  if (kind === 'pair') return [wordHash(term), gramHash(term)]
  if (words.stopWords && stopWords.has(term)) return []
  return [wordHash(words.stemming ? stem(term) : term), ...runs(`<${term}>`).map(gramHash)]
}

/** The feature of three characters in a row: two pairs that share one. */
export function featureOfTriple(first: string, second: string): number {
  return gramHash(`${first}${Array.from(second)[1]}`)
}

function runs(word: string): string[] {
  const found: string[] = []
  for (let length = SHORTEST; length <= LONGEST; length++) {
    for (let start = 0; start + length <= word.length; start++) found.push(word.slice(start, start + length))
  }
  return found
}
