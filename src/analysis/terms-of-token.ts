import { fold } from './fold.ts'
import { stem } from './stem.ts'
import { stopWords } from './stop-words.ts'
import { wordParts } from './word-parts.ts'

export interface AnalysisSettings {
  /** English words are reduced to their stems. */
  readonly stemming: boolean
  /** English stop words are left out. */
  readonly stopWords: boolean
}

/**
 * The terms of one raw token. A compound gives its parts and, last, the parts joined: `data-base` gives `data`, `base` and
 * `databas` (stemmed), so that it also meets `database` and `dataBase`.
 */
export function termsOfToken(token: string, settings: AnalysisSettings): string[] {
  const terms: string[] = []
  for (const word of wordsOf(token)) {
    if (settings.stopWords && stopWords.has(word)) continue
    terms.push(settings.stemming ? stem(word) : word)
  }
  return terms
}

function wordsOf(token: string): string[] {
  const parts = wordParts(token).map(fold)
  return parts.length > 1 ? [...parts, parts.join('')] : parts
}
