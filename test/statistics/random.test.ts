import { describe, expect, it } from 'vitest'
import { Random } from '../../src/statistics/random.ts'

const words = (seed: string, count: number) => {
  const random = new Random(seed)
  return Array.from({ length: count }, () => random.word())
}

describe('Random', () => {
  it('gives the same numbers for the same seed on every machine', () => {
    expect(words('retrieval', 4)).toMatchInlineSnapshot(`
      [
        38312144,
        198311172,
        745408178,
        4172912461,
      ]
    `)
  })

  it('gives other numbers for another seed, even one that differs in its first letter', () => {
    expect(words('aaaa', 4)).not.toEqual(words('baaa', 4))
    expect(words('', 4)).not.toEqual(words(' ', 4))
  })

  it('draws indices that fill a range evenly', () => {
    const draw = new Int32Array(300_000)
    new Random('even').fill(draw, 3)
    const counts = [0, 1, 2].map((value) => draw.filter((drawn) => drawn === value).length)
    const chiSquare = counts.reduce((sum, count) => sum + (count - 100_000) ** 2 / 100_000, 0)
    expect(chiSquare).toBeLessThan(13.8) // 99.9 % of a chi-square with 2 degrees of freedom
  })

  it('draws pairs of neighbouring indices that are independent', () => {
    const draw = new Int32Array(200_000)
    new Random('pairs').fill(draw, 10)
    const counts = new Int32Array(100)
    for (let i = 0; i < draw.length; i += 2) counts[draw[i]! * 10 + draw[i + 1]!]! += 1
    const chiSquare = counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)
    expect(chiSquare).toBeLessThan(149) // 99.9 % with 99 degrees of freedom
  })

  it('continues one stream through words, units and indices', () => {
    const mixed = new Random('stream')
    const plain = words('stream', 3)
    expect(mixed.word()).toBe(plain[0])
    expect(mixed.index(1024)).toBe(Math.floor(plain[1]! / 2 ** 22))
    expect(mixed.unit()).toBe(plain[2]! / 2 ** 32)
  })

  it('never leaves the range, whatever the bound', () => {
    const draw = new Int32Array(10_000)
    for (const bound of [1, 2, 7, 1000, 2_097_152]) {
      new Random('bound').fill(draw, bound)
      expect(Math.min(...draw)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...draw)).toBeLessThan(bound)
    }
  })

  it.each([0, -1, 1.5, Number.NaN, 2_097_153])('refuses a bound of %s', (bound) => {
    expect(() => new Random('x').index(bound)).toThrow(RangeError)
  })
})
