import { describe, expect, it } from 'vitest'
import { chanceOfFailing } from '../../src/statistics/chance-of-failing.ts'
import { smallestDropCaught } from '../../src/statistics/power.ts'

const rule = { maxDrop: 0.02, sd: 0.2, n: 100 }

describe('chanceOfFailing', () => {
  it('is four in five at the smallest drop caught', () => {
    const observed = { ...rule, confidence: 'observed' } as const
    expect(chanceOfFailing({ ...observed, drop: smallestDropCaught(observed)!, changed: 0.5 })).toBeCloseTo(0.8, 6)
    const require = { ...rule, confidence: 'require', n: 1000 } as const
    expect(chanceOfFailing({ ...require, drop: smallestDropCaught(require)!, changed: 0.5 })).toBeCloseTo(0.8, 2)
  })

  it('is one in forty for a significant fall where nothing fell and nothing is allowed', () => {
    const chance = chanceOfFailing({ ...rule, n: 10_000, maxDrop: 0, confidence: 'require', drop: 0, changed: 0.5 })
    expect(chance).toBeCloseTo(0.025, 3)
  })

  it('is one in five for a proof on an unchanged system with the questions that it needs', () => {
    const proof = { ...rule, n: 619, confidence: 'prove-safe', drop: 0, changed: 0.9 } as const
    expect(chanceOfFailing(proof)).toBeCloseTo(0.2, 2)
  })

  it('is surer of changes that are nearly all falls, whose spread grows with the fall', () => {
    // A yes/no score of which one in ten falls and none rises.
    const falls = { maxDrop: 0.02, sd: 0.3, n: 100, drop: 0.1, changed: 0.1, confidence: 'require', step: 1 } as const
    const plain = chanceOfFailing(falls)!
    const skewed = chanceOfFailing({ ...falls, skewness: -0.8 / 0.3, kurtosis: 8.1 })!
    expect(skewed).toBeGreaterThan(plain + 0.05)
  })

  it('decides as observed where too few questions change for a p, and fails what it cannot prove', () => {
    const few = { ...rule, drop: 0.03, changed: 0.01 }
    const observed = chanceOfFailing({ ...few, confidence: 'observed' })!
    expect(chanceOfFailing({ ...few, confidence: 'require' })).toBeCloseTo(observed, 2)
    expect(chanceOfFailing({ ...few, confidence: 'prove-safe' })).toBeCloseTo(1, 6)
  })

  it('knows that yes/no scores move in whole questions', () => {
    const hit = { maxDrop: 0.02, sd: 0.2, n: 50, step: 1, drop: 0.03, changed: 0.1, confidence: 'observed' } as const
    // One lost question of 50 is 0.02 and passes; the boundary lies half way to the second.
    expect(chanceOfFailing(hit)).toBeCloseTo(0.5, 6)
    expect(smallestDropCaught(hit)).toBeCloseTo(0.03 + (0.8416 * 0.2) / Math.sqrt(50), 4)
  })

  it('is certain without spread and unknown without a deviation', () => {
    expect(chanceOfFailing({ ...rule, sd: 0, confidence: 'observed', drop: 0.03, changed: 1 })).toBe(1)
    expect(chanceOfFailing({ ...rule, sd: null, confidence: 'observed', drop: 0.03, changed: 1 })).toBeNull()
  })
})
