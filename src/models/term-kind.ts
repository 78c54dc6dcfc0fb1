import { CharacterClass, classOfCharacter } from '../analysis/character-class.ts'

/** What a term of the analyser is: of a script without spaces, one character or a pair of neighbours; else a word. */
export type TermKind = 'word' | 'character' | 'pair'

export function kindOf(term: string): TermKind {
  const first = Uint16Array.of(term.charCodeAt(0), term.charCodeAt(1))
  if (classOfCharacter(first, 0) !== CharacterClass.unspaced) return 'word'
  return Array.from(term).length === 1 ? 'character' : 'pair'
}
