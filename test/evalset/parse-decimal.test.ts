import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDecimal, parseFloat32 } from '../../src/evalset/parse-decimal.ts'

const parsed = (text: string, parse = parseDecimal): number => {
  const bytes = Buffer.from(`9${text}9`)
  return parse(bytes, 1, bytes.length - 1)
}

describe('parsing decimals', () => {
  it.each(['0', '-0', '12', '-1.5594e+00', '+3', '.5', '5.', '1e400', '0.1', '123456789012345678', '-.25E-3'])(
    'reads %s as JavaScript does',
    (text) => expect(parsed(text)).toBe(Number(text)),
  )

  it('reads any double back exactly', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(parsed(String(value))).toBe(value + 0)
      }),
    )
  })

  it('reads any short decimal correctly rounded', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(digits, digits, (a, b) => {
        expect(parsed(`${a}.${b}`)).toBe(Number(`${a}.${b}`))
      }),
    )
  })

  it.each([
    '0.00012345678901234567',
    '23.456789012345678',
    '16777217.0000000001',
    '16777217.000000000',
    '-3.4e39',
    '1e-50',
  ])('rounds %s to a 32-bit float as through a double', (text) =>
    expect(parsed(text, parseFloat32)).toBe(Math.fround(Number(text))),
  )

  it('rounds any long decimal to a 32-bit float as through a double', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'00123456789'), maxLength: 24 })
    fc.assert(
      fc.property(fc.constantFrom('', '-'), fc.nat(1e6), digits, (sign, whole, fraction) => {
        const text = `${sign}${whole}.${fraction}`
        expect(parsed(text, parseFloat32)).toBe(Math.fround(Number(text)))
      }),
      { numRuns: 2000 },
    )
  })

  it('knows infinities', () => {
    expect([parsed('inf'), parsed('-Infinity'), parsed('+INF')]).toEqual([Infinity, -Infinity, Infinity])
  })

  it.each(['', '-', '.', 'nan', '1.2.3', '0x10', '1e', '--1', '1,5', '-+1', 'abc'])(
    'takes "%s" for no number',
    (text) => {
      expect(parsed(text)).toBeNaN()
    },
  )
})
