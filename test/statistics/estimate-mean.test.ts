import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { estimateMean, estimateMeans } from '../../src/statistics/estimate-mean.ts'

const seed = 'test'
const scores = [0.2, 0.9, 0.4, 1, 0, 0.5, 0.7, 0.1, 0.6, 0.3]

describe('estimateMean', () => {
  it('has no point without values', () => {
    expect(estimateMean([], { seed })).toEqual({
      point: null,
      lower: null,
      upper: null,
      level: 0.95,
      method: 'none',
      n: 0,
    })
  })

  it('has a point but no interval for one value', () => {
    expect(estimateMean([0.5], { seed })).toMatchObject({ point: 0.5, lower: null, upper: null, method: 'none', n: 1 })
  })

  it('spans both values of a sample of two', () => {
    expect(estimateMean([0, 1], { seed })).toMatchObject({ point: 0.5, lower: 0, upper: 1, n: 2 })
  })

  it('is degenerate where all values are equal, without a rounding error', () => {
    const estimate = estimateMean(new Array(7).fill(0.1), { seed })
    expect(estimate).toEqual({ point: 0.1, lower: 0.1, upper: 0.1, level: 0.95, method: 'degenerate', n: 7 })
  })

  it('is the same for the same seed and moves with another', () => {
    expect(estimateMean(scores, { seed })).toEqual(estimateMean(scores, { seed }))
    expect(estimateMean(scores, { seed })).not.toEqual(estimateMean(scores, { seed: 'other', resamples: 500 }))
  })

  it('names the method that it used', () => {
    for (const method of ['bca', 'percentile', 'basic'] as const) {
      expect(estimateMean(scores, { seed, method }).method).toBe(method)
    }
  })

  it('mirrors the percentile interval at the point for the basic one', () => {
    const percentile = estimateMean(scores, { seed, method: 'percentile' })
    const basic = estimateMean(scores, { seed, method: 'basic' })
    expect(basic.lower).toBeCloseTo(2 * percentile.point! - percentile.upper!, 12)
    expect(basic.upper).toBeCloseTo(2 * percentile.point! - percentile.lower!, 12)
  })

  it('widens where paraphrases repeat one question and are clustered', () => {
    const values = scores.flatMap((score) => [score, score, score])
    const clusters = scores.flatMap((_, i) => [`c${i}`, `c${i}`, `c${i}`])
    const loose = estimateMean(values, { seed })
    const clustered = estimateMean(values, { seed, clusters })
    const once = estimateMean(scores, { seed })
    expect(clustered.upper! - clustered.lower!).toBeGreaterThan(1.5 * (loose.upper! - loose.lower!))
    expect(clustered.lower).toBeCloseTo(once.lower!, 12)
    expect(clustered.n).toBe(30)
  })

  it('treats unlabelled queries as clusters of one', () => {
    const clusters = scores.map(() => undefined)
    expect(estimateMean(scores, { seed, clusters })).toEqual(estimateMean(scores, { seed }))
  })

  it('has no interval where all queries are one cluster', () => {
    const clusters = scores.map(() => 'one')
    expect(estimateMean(scores, { seed, clusters })).toMatchObject({ lower: null, method: 'none', n: 10 })
  })

  it('refuses labels that do not fit the values', () => {
    expect(() => estimateMean(scores, { seed, clusters: ['a'] })).toThrow(RangeError)
  })

  it('stays within the values and around the point, for any sample', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 30 }), (values) => {
        const { lower, upper, point } = estimateMean(values, { seed, resamples: 500 })
        expect(lower!).toBeGreaterThanOrEqual(Math.min(...values))
        expect(upper!).toBeLessThanOrEqual(Math.max(...values))
        expect(lower!).toBeLessThanOrEqual(point! + 1e-9)
        expect(upper!).toBeGreaterThanOrEqual(point! - 1e-9)
      }),
      { numRuns: 60, seed: 1 },
    )
  })

  it('moves with a shift and a change of scale', () => {
    const plain = estimateMean(scores, { seed })
    const moved = estimateMean(
      scores.map((score) => 4 * score + 8),
      { seed },
    )
    expect(moved.lower).toBeCloseTo(4 * plain.lower! + 8, 9)
    expect(moved.upper).toBeCloseTo(4 * plain.upper! + 8, 9)
  })
})

describe('estimateMeans', () => {
  it('gives each column what it has alone', () => {
    const other = scores.map((score) => 1 - score)
    const both = estimateMeans(
      new Map([
        ['a', scores],
        ['b', other],
      ]),
      { seed },
    )
    expect(both.get('a')).toEqual(estimateMean(scores, { seed }))
    expect(both.get('b')).toEqual(estimateMean(other, { seed }))
  })

  it('leaves nulls out of a mean and counts the rest', () => {
    const withNulls = [...scores.slice(0, 8), null, null]
    const estimate = estimateMeans(new Map([['a', withNulls]]), { seed }).get('a')!
    expect(estimate.n).toBe(8)
    expect(estimate.point).toBeCloseTo(3.8 / 8, 12)
    expect(estimate.lower).toBeLessThan(estimate.point!)
    expect(estimate.upper).toBeGreaterThan(estimate.point!)
  })

  it('keeps the order of the columns, settled ones included', () => {
    const columns = new Map<string, readonly (number | null)[]>([
      ['flat', [1, 1]],
      ['open', [0, 1]],
      ['empty', [null, null]],
    ])
    const estimates = estimateMeans(columns, { seed })
    expect([...estimates].map(([name, { method }]) => [name, method])).toEqual([
      ['flat', 'degenerate'],
      ['open', 'bca'],
      ['empty', 'none'],
    ])
  })

  it('has nothing to say about no columns, and refuses columns of different length', () => {
    expect(estimateMeans(new Map(), { seed }).size).toBe(0)
    expect(() =>
      estimateMeans(
        new Map([
          ['a', [1, 0]],
          ['b', [1]],
        ]),
        { seed },
      ),
    ).toThrow(RangeError)
  })

  it('survives a column with one value in a hundred, where many draws have none', () => {
    const sparse = [0.3, 0.7, ...new Array<null>(98).fill(null)]
    const estimate = estimateMeans(new Map([['a', sparse]]), { seed }).get('a')!
    expect(estimate).toMatchObject({ point: 0.5, n: 2 })
    expect(Number.isFinite(estimate.lower)).toBe(true)
  })
})
