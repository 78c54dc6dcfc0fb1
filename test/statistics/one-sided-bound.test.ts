import { describe, expect, it } from 'vitest'
import { oneSidedBound } from '../../src/statistics/one-sided-bound.ts'

const base = new Array<number>(100).fill(0.5)
const falls = (count: number) => base.map((score, i) => (i < count ? score - (i + 1) / 100 : score))

describe('oneSidedBound', () => {
  it('cannot decide on few pairs or clusters', () => {
    expect(oneSidedBound(base.slice(0, 29), base.slice(0, 29))).toMatchObject({ bound: null, reason: /29 pairs/ })
    const clusters = base.map((_, i) => `c${i % 5}`)
    expect(oneSidedBound(base, falls(50), { clusters })).toMatchObject({ bound: null, reason: /5 clusters/ })
  })

  it('takes 3/n where nothing changed, and 0 only where hits and chunks are identical', () => {
    expect(oneSidedBound(base, base)).toEqual({ bound: 0.03, level: 0.95, method: 'degenerate' })
    expect(oneSidedBound(base, base, { identical: true })).toMatchObject({ bound: 0, method: 'degenerate' })
    const clusters = base.map((_, i) => `c${i % 10}`)
    expect(oneSidedBound(base, base, { clusters })).toMatchObject({ bound: 0.3 })
  })

  it('bounds the share of falls where few changed, and never below what nothing changed gives', () => {
    const bounds = [1, 2, 5].map((count) => oneSidedBound(base, falls(count)))
    expect(bounds.map((result) => 'method' in result && result.method)).toEqual(['share', 'share', 'share'])
    const numbers = bounds.map((result) => result.bound!)
    expect(numbers[0]!).toBeGreaterThan(0.03)
    expect([...numbers].sort((a, b) => a - b)).toEqual(numbers)
  })

  it('is the adjusted t bound where enough changed, above the observed drop', () => {
    const result = oneSidedBound(base, falls(40))
    expect(result).toMatchObject({ method: 'adjusted-t', level: 0.95 })
    expect(result.bound!).toBeGreaterThan(0.082)
    expect(result.bound!).toBeLessThan(0.12)
  })

  it('widens with the level and with the worst that a query can drop', () => {
    expect(oneSidedBound(base, falls(40), { level: 0.99 }).bound!).toBeGreaterThan(
      oneSidedBound(base, falls(40)).bound!,
    )
    expect(oneSidedBound(base, base, { worstDrop: 2 }).bound).toBeCloseTo(0.06, 12)
  })
})
