import { CharacterClass, classOfCharacter, classOfUnit } from './character-class.ts'

/** Whether the code unit at a place carries the token of the unit before it on. Text ends with a separator. */
export function continuesToken(text: Uint16Array, at: number): boolean {
  const unit = text[at]!
  const kind = classOfUnit(unit)
  if (kind === CharacterClass.word) return true
  if (kind === CharacterClass.surrogate) return pairContinues(text, at)
  if (kind !== CharacterClass.joiner) return false
  if (classOfUnit(text[at - 1]!) !== CharacterClass.word) return false
  if (classOfCharacter(text, at + 1) !== CharacterClass.word) return false
  return !(unit === 0x2e || unit === 0x2c) || (isDigit(text[at - 1]!) && isDigit(text[at + 1]!))
}

/** The second half of a pair goes with its first. */
function pairContinues(text: Uint16Array, at: number): boolean {
  const second = text[at]! >= 0xdc00
  return classOfCharacter(text, second ? at - 1 : at) === CharacterClass.word
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}
