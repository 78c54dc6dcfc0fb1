import { describe, expect, it } from 'vitest'
import { signFlip } from '../../src/statistics/sign-flip.ts'

describe('signFlip', () => {
  it('is 1 where nothing changed', () => {
    expect(signFlip([], 0, 's')).toBe(1)
    expect(signFlip([0, 0], 2, 's')).toBe(1)
  })

  it('counts every pattern for up to 14 changes, whatever the seed', () => {
    expect(signFlip(new Array(6).fill(-0.1), 6, 'a')).toBe(2 / 64)
    expect(signFlip(new Array(14).fill(1), 14, 'a')).toBe(2 / 2 ** 14)
    expect(signFlip([1, 2, 3, -1, 0], 5, 'a')).toBe(signFlip([1, 2, 3, -1, 0], 5, 'b'))
  })

  it('cannot come below 0.05 with fewer than six changes', () => {
    for (let m = 1; m < 6; m++) expect(signFlip(new Array(m).fill(1), 50, 's')).toBeGreaterThan(0.05)
  })

  it('draws beyond that, is never 0, and agrees with the normal approximation', () => {
    expect(signFlip(new Array(100).fill(1), 100, 's')).toBe(1 / 10_001)
    const sums = Array.from({ length: 100 }, (_, i) => (i < 58 ? 1 : -1))
    // 58 of 100: binomial, two-sided
    expect(signFlip(sums, 100, 's')).toBeGreaterThan(0.115)
    expect(signFlip(sums, 100, 's')).toBeLessThan(0.155)
  })

  it('does not lose a tie to rounding', () => {
    expect(signFlip([0.1, 0.2, -0.3], 3, 's')).toBe(1)
    expect(signFlip([0.1, 0.2, 0.3], 3, 's')).toBe(0.25)
  })
})
