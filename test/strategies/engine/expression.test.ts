import { search } from '@jmespath-community/jmespath'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expression } from '../../../src/strategies/engine/expression.ts'

type Json = Parameters<typeof search>[0]

describe('an expression', () => {
  it('that is a plain path finds what the library finds', () => {
    const name = fc.constantFrom('a', 'b', 'length', '_x1')
    const leaf = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
    const value = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(leaf, fc.array(tie('value'), { maxLength: 2 }), fc.dictionary(name, tie('value'))),
    })).value
    fc.assert(
      fc.property(value, fc.array(name, { minLength: 1, maxLength: 3 }), (held, names) => {
        const path = names.join('.')
        expect(expression(path)(held)).toEqual(search(held as Json, path))
      }),
      { numRuns: 500 },
    )
  })

  it('that is a plain path finds nothing that the answer does not have itself', () => {
    expect(expression('toString')({})).toBe(null)
    expect(expression('a.constructor')({ a: {} })).toBe(null)
  })

  it('that is more than that is left to the library', () => {
    const answer = { root: { took: 0.25 }, lines: [3, 9], '@search.score': 1.5 }
    expect(expression('root.children || `[]`')(answer)).toEqual([])
    expect(expression('root.took * `1000`')(answer)).toBe(250)
    expect(expression('lines[1]')(answer)).toBe(9)
    expect(expression('"@search.score"')(answer)).toBe(1.5)
  })
})
