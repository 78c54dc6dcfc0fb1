import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countTokens, tokenStarts } from '../../src/knowledge/tokens.ts'

describe('countTokens', () => {
  it.each([
    ['', 0],
    [' \t\n', 0],
    ['cat', 1],
    ['the quick fox', 3],
    ['international', 2],
    ['2024', 2],
    ['f(x);', 4],
    ['----------', 5],
    ['黑豹队', 3],
    ['人a人', 3],
    ['привет', 2],
    ['😀😀', 2],
    ['max_tokens', 3],
  ])('counts %j as %i', (text, count) => {
    expect(countTokens(text)).toBe(count)
  })

  it('adds up over lines', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        expect(countTokens(`${a}\n${b}`)).toBe(countTokens(a) + countTokens(b))
      }),
    )
  })
})

describe('tokenStarts', () => {
  it('gives one place for each token, where cutting changes no count and splits no character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const starts = tokenStarts(text)
        expect(starts).toHaveLength(countTokens(text))
        for (const [index, start] of starts.entries()) {
          expect(countTokens(text.slice(0, start))).toBe(index)
          expect(countTokens(text.slice(start))).toBe(starts.length - index)
          expect(text.slice(start)).not.toMatch(/^[\uDC00-\uDFFF]/)
        }
      }),
    )
  })
})
