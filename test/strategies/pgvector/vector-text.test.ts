import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { vectorText } from '../../../src/strategies/pgvector/vector-text.ts'

describe('a vector as text', () => {
  it('has its numbers in brackets', () => {
    expect(vectorText(new Float32Array())).toBe('[]')
    expect(vectorText(Float32Array.of(1, -0.5, 0, 0.0625))).toBe('[1,-0.500000000,0,0.0625000000]')
  })

  it('is read as the same single floats, whatever their size', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ noNaN: true, noDefaultInfinity: true })), (vector) => {
        expect(readBack(vectorText(Float32Array.from(vector)))).toEqual(vector.map((value) => value + 0))
      }),
    )
  })

  it('is read as the same single floats where embedders have most of theirs', () => {
    const small = fc.float({ min: -Math.fround(1.01), max: Math.fround(1.01), noNaN: true })
    fc.assert(
      fc.property(fc.array(small, { minLength: 100 }), (vector) => {
        expect(readBack(vectorText(Float32Array.from(vector)))).toEqual(vector.map((value) => value + 0))
      }),
    )
  })
})

/** As PostgreSQL reads it: the single float next to each number. What becomes of -0 makes no difference. */
function readBack(text: string): number[] {
  return text === '[]'
    ? []
    : text
        .slice(1, -1)
        .split(',')
        .map((number) => Math.fround(Number(number)) + 0)
}
