import { describe, expect, it } from 'vitest'
import { shareOf } from '../../src/selftest/share.ts'

describe('a share of trials', () => {
  // R: binom.test(5, 100)$conf.int, and so on.
  it.each([
    [5, 100, 0.01643, 0.11284],
    [0, 2000, 0, 0.00184],
    [10, 10, 0.6915, 1],
    [1, 2, 0.01258, 0.98742],
  ])('of %i in %i has the exact interval', (count, of, lower, upper) => {
    const share = shareOf(count, of)
    expect(share).toMatchObject({ count, of, share: count / of })
    expect(share.lower).toBeCloseTo(lower, 4)
    expect(share.upper).toBeCloseTo(upper, 4)
  })
})
