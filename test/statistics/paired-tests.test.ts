import { describe, expect, it } from 'vitest'
import { differencesOf } from '../../src/statistics/paired-differences.ts'
import { pairedT } from '../../src/statistics/paired-t.ts'
import { wilcoxon } from '../../src/statistics/wilcoxon.ts'
import { winTieLoss } from '../../src/statistics/win-tie-loss.ts'

describe('pairedT', () => {
  it('does not exist without spread or with one pair', () => {
    expect(pairedT(differencesOf([]))).toBeNull()
    expect(pairedT(differencesOf([0.1]))).toBeNull()
    expect(pairedT(differencesOf([0.5, 0.5, 0.5]))).toBeNull()
  })

  it('counts clusters, not queries: a doubled sample gives the same test', () => {
    const once = pairedT(differencesOf([0.1, 0.3, -0.2, 0.4]))
    const twice = pairedT(
      differencesOf([0.1, 0.1, 0.3, 0.3, -0.2, -0.2, 0.4, 0.4], ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']),
    )
    expect(twice!.t).toBeCloseTo(once!.t, 12)
    expect(twice!.degreesOfFreedom).toBe(3)
    expect(twice!.p).toBeCloseTo(once!.p, 12)
  })
})

describe('wilcoxon', () => {
  it('is exact for few values without ties, and approximate with them', () => {
    expect(wilcoxon([1, 2, 3, 4, 5]).p).toBe(2 / 32)
    expect(wilcoxon([1, 1, 1, 1, 1]).p).not.toBe(2 / 32)
  })

  it('has no p for nothing but zeros', () => {
    expect(wilcoxon([0, 0], { distribution: 'normal' }).p).toBeNull()
  })
})

describe('winTieLoss', () => {
  it('takes a change of at most 1e-9 as a tie', () => {
    expect(winTieLoss([0.1, 1e-9, -1e-9, 0, -0.1, -0.2])).toEqual({ wins: 1, ties: 3, losses: 2 })
  })
})
