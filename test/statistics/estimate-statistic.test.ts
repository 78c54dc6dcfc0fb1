import fc from 'fast-check'
import { medianSorted, quantile } from 'simple-statistics'
import { describe, expect, it } from 'vitest'
import { estimateOfSorted, estimateStatistic, estimateTwoKinds } from '../../src/statistics/estimate-statistic.ts'

const seed = 'test'
const median = (sample: readonly number[]) => medianSorted([...sample].sort((a, b) => a - b))

describe('estimateStatistic', () => {
  it('bootstraps a median', () => {
    const samples = Array.from({ length: 101 }, (_, i) => i)
    const { point, lower, upper, method } = estimateStatistic(samples, median, { seed, resamples: 2000 })
    expect(point).toBe(50)
    expect(method).toBe('percentile')
    // The order statistics of a binomial: ranks 41 to 61 of 101.
    expect(Math.abs(lower! - 40)).toBeLessThanOrEqual(2)
    expect(Math.abs(upper! - 60)).toBeLessThanOrEqual(2)
  })

  it('bootstraps a quantile and takes another method when asked', () => {
    const samples = Array.from({ length: 60 }, (_, i) => i * i)
    const p90 = (sample: readonly number[]) => quantile([...sample], 0.9)
    for (const method of ['percentile', 'basic', 'bca'] as const) {
      const estimate = estimateStatistic(samples, p90, { seed, method, resamples: 1000 })
      expect(estimate.method).toBe(method)
      expect(estimate.lower!).toBeLessThan(estimate.upper!)
    }
  })

  it('has defined answers for nothing, one value, equal values and a statistic without a value', () => {
    expect(estimateStatistic([], median, { seed })).toMatchObject({ point: null, method: 'none', n: 0 })
    expect(estimateStatistic([3], median, { seed })).toMatchObject({ point: 3, lower: null, method: 'none', n: 1 })
    expect(estimateStatistic([3, 3], median, { seed })).toMatchObject({ lower: 3, upper: 3, method: 'degenerate' })
    expect(estimateStatistic([1, 2], () => null, { seed })).toMatchObject({ point: null, method: 'none', n: 2 })
  })
})

describe('estimateOfSorted', () => {
  it('is what estimateStatistic says, to the bit', () => {
    const numbers = fc.array(fc.integer({ min: -20, max: 20 }), { maxLength: 40 })
    fc.assert(
      fc.property(numbers, fc.constantFrom('percentile', 'bca'), (samples, method) => {
        const options = { seed, method, resamples: 50 } as const
        const ofSorted = (sorted: Float64Array) => (sorted.length === 0 ? null : medianSorted([...sorted]))
        const ofAny = (sample: readonly number[]) => ofSorted(Float64Array.from(sample).sort())
        expect(estimateOfSorted(samples, ofSorted, options)).toEqual(estimateStatistic(samples, ofAny, options))
      }),
    )
  })
})

describe('estimateTwoKinds', () => {
  const above = (a: readonly number[], b: readonly number[]) =>
    a.flatMap((x) => b.map((y) => (x > y ? 1 : x === y ? 0.5 : 0))).reduce<number>((sum, x) => sum + x, 0) /
    (a.length * b.length)

  it('keeps both kinds at their sizes in every resample', () => {
    const sizes = new Set<string>()
    estimateTwoKinds([1, 2, 3], [4, 5], (a, b) => sizes.add(`${a.length}+${b.length}`).size + a[0]!, {
      seed,
      resamples: 50,
    })
    expect([...sizes].filter((size) => size === '3+2')).toHaveLength(1)
    expect(sizes.size).toBe(1)
  })

  it('bootstraps the area under a curve', () => {
    const estimate = estimateTwoKinds([3, 5, 6, 7, 9, 4], [1, 2, 4, 5, 3], above, { seed, resamples: 1000 })
    expect(estimate.point).toBeCloseTo(25 / 30, 1)
    expect(estimate.lower!).toBeLessThan(estimate.point!)
    expect(estimate.upper!).toBeLessThanOrEqual(1)
    expect(estimate.n).toBe(11)
  })

  it('is n/a with either kind absent, and degenerate where the kinds never overlap', () => {
    expect(estimateTwoKinds([], [1, 2], above, { seed })).toMatchObject({ point: null, method: 'none', n: 2 })
    expect(estimateTwoKinds([8, 9], [1, 2], above, { seed })).toMatchObject({
      point: 1,
      lower: 1,
      method: 'degenerate',
    })
    expect(estimateTwoKinds([1], [2], above, { seed })).toMatchObject({ point: 0, lower: null, method: 'none' })
  })
})
