import { stem as porter2 } from 'porter2'

const ENGLISH = /^[a-z]+$/

/**
 * The stem of a folded word by Porter2, Snowball's `english` (Porter, "Snowball: a language for stemming algorithms", 2001).
 * Words not wholly in `a-z` stay as they are.
 */
export function stem(word: string): string {
  return ENGLISH.test(word) ? porter2(word) : word
}
