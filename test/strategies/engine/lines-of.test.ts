import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linesOf } from '../../../src/strategies/engine/lines-of.ts'

describe('the lines of a text', () => {
  it('are counted from 1, the last one included', () => {
    expect(linesOf('one\ntwo\nthree', 2, 3)).toBe('two\nthree')
    expect(linesOf('one\r\ntwo\r\nthree\r\n', 1, 2)).toBe('one\ntwo')
  })

  it('end where the text does, whatever number is asked for', () => {
    expect(linesOf('one\ntwo', 2, Number.MAX_SAFE_INTEGER)).toBe('two')
    expect(linesOf('one\ntwo', Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)).toBe('')
  })

  it('are those of the text split into all of its lines', () => {
    const text = fc.array(fc.constantFrom('a', 'bc', ' ', '\n', '\r\n', '\r')).map((parts) => parts.join(''))
    const line = fc.integer({ min: 1, max: 12 })
    fc.assert(
      fc.property(text, line, line, (whole, one, other) => {
        const [start, end] = one < other ? [one, other] : [other, one]
        const expected = whole.split(/\r?\n/).slice(start - 1, end)
        expect(linesOf(whole, start, end)).toBe(expected.join('\n'))
      }),
    )
  })
})
