/** What a UTF-16 code unit means for cutting text into tokens. */
export const CharacterClass = {
  /** Not looked at yet. */
  unknown: 0,
  /** Ends a token. */
  separator: 1,
  /** A letter, digit, combining mark or `_`. */
  word: 2,
  /** Belongs to a token only between two word characters: `-`, `'`, and `.` or `,` between digits. */
  joiner: 3,
  /** Of a script written without spaces between words, or Korean, whose words carry their particles. */
  unspaced: 4,
  /** Half of a surrogate pair. */
  surrogate: 5,
} as const

const WORD = /[\p{L}\p{N}\p{M}_]/u
const JOINERS = "-'’.,"
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u

/** Class by code unit, filled as characters are met. */
export const classTable = new Uint8Array(0x1_0000)

/** The class of a code unit, also of one that is not in `classTable` yet. */
export function classOfUnit(unit: number): number {
  const known = classTable[unit]!
  if (known !== CharacterClass.unknown) return known
  const result = unit >= 0xd800 && unit <= 0xdfff ? CharacterClass.surrogate : classOf(String.fromCharCode(unit))
  classTable[unit] = result
  return result
}

/** The class of the character that begins at a place; half a pair without the other half is a separator. */
export function classOfCharacter(text: Uint16Array, at: number): number {
  const kind = classOfUnit(text[at]!)
  if (kind !== CharacterClass.surrogate) return kind
  const codePoint = String.fromCharCode(text[at]!, text[at + 1]!).codePointAt(0)!
  return codePoint <= 0xffff ? CharacterClass.separator : classOf(String.fromCodePoint(codePoint))
}

function classOf(character: string): number {
  if (JOINERS.includes(character)) return CharacterClass.joiner
  if (!WORD.test(character)) return CharacterClass.separator
  return UNSPACED.test(character) ? CharacterClass.unspaced : CharacterClass.word
}
