const ASCII = /^[\0-\x7f]*$/
/** Characters that nothing here changes: kana, the common ideographs, Hangul syllables. */
const SETTLED = /^[\u3041-\u3094\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]*$/
const ACCENTED = /([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu
/** Letters that Unicode does not decompose. */
const UNDECOMPOSED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  ё: 'е',
}
const FOLDABLE = new RegExp(`[${Object.keys(UNDECOMPOSED).join('')}]`, 'gu')

/**
 * Lower case, compatibility forms unified (full width, ligatures), accents of Latin and Greek letters removed.
 * Marks of other scripts stay: there they are vowels, or make another letter.
 */
export function fold(token: string): string {
  if (ASCII.test(token)) return token.toLowerCase()
  if (SETTLED.test(token)) return token
  return token
    .normalize('NFKC')
    .toLowerCase()
    .replace(FOLDABLE, (letter) => UNDECOMPOSED[letter] ?? letter)
    .normalize('NFD')
    .replace(ACCENTED, '$1')
    .normalize('NFC')
}
