import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benjaminiHochberg } from '../../src/statistics/benjamini-hochberg.ts'
import { holm } from '../../src/statistics/holm.ts'

describe('holm', () => {
  it('multiplies the smallest by all, the next by one less, and never goes down', () => {
    const adjusted = holm([0.01, 0.04, 0.03, 0.005])
    expect(adjusted.map((p) => Number(p.toFixed(12)))).toEqual([0.03, 0.06, 0.06, 0.02])
  })

  it('leaves nothing and a single p as they are', () => {
    expect(holm([])).toEqual([])
    expect(holm([0.2])).toEqual([0.2])
  })
})

describe('both adjustments', () => {
  it('keep the order of p, never lower one, never pass 1, and Benjamini-Hochberg is never above Holm', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 }), (ps) => {
        const strict = holm(ps)
        const mild = benjaminiHochberg(ps)
        ps.forEach((p, i) => {
          expect(strict[i]!).toBeGreaterThanOrEqual(p)
          expect(mild[i]!).toBeGreaterThanOrEqual(Math.min(1, p) - 1e-15)
          expect(strict[i]!).toBeLessThanOrEqual(1)
          expect(mild[i]!).toBeLessThanOrEqual(strict[i]! + 1e-15)
          ps.forEach((other, j) => {
            if (other < p) expect(strict[j]!).toBeLessThanOrEqual(strict[i]!)
          })
        })
      }),
      { seed: 1 },
    )
  })
})
