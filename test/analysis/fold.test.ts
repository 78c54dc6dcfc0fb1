import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../src/analysis/fold.ts'

test.each([
  ['CAFÉ', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['Straße', 'strasse'],
  ['Ærø', 'aero'],
  ['İstanbul', 'istanbul'],
  ['ＡＢＣ１２３', 'abc123'],
  ['ﬁne', 'fine'],
  ['ΛΌΓΟΣ', 'λογοσ'],
  ['Ёлка', 'елка'],
  ['йод', 'йод'],
  ['हिन्दी', 'हिन्दी'],
  ['ｶﾞ', 'ガ'],
  ['한국', '한국'],
  ['黑豹', '黑豹'],
])('%s becomes %s', (token, folded) => {
  expect(fold(token)).toBe(folded)
})

test('composed and decomposed forms fold to the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
    }),
  )
})
