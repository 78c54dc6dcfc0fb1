import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { abstentionAuroc } from '../../src/metrics/abstention-auroc.ts'
import type { SetMember, SetMetric } from '../../src/metrics/metric.ts'
import { judgedRanking } from './judged-rankings.ts'

const metric = abstentionAuroc.at() as SetMetric
const member = (answerable: boolean, confidence: number | null): SetMember => ({
  answerable,
  ranking: judgedRanking([], [], { confidence }),
})
const members = (answerable: (number | null)[], unanswerable: (number | null)[]): SetMember[] => [
  ...answerable.map((score) => member(true, score)),
  ...unanswerable.map((score) => member(false, score)),
]

describe('abstention-auroc', () => {
  it('is 1 where every answerable query scores higher, 0 the other way round', () => {
    expect(metric.score(members([3, 4], [1, 2]))).toBe(1)
    expect(metric.score(members([1, 2], [3, 4]))).toBe(0)
  })

  it('counts ties a half and an empty ranking as below every score', () => {
    expect(metric.score(members([1], [1]))).toBe(0.5)
    expect(metric.score(members([-1000], [null]))).toBe(1)
    expect(metric.score(members([null], [null]))).toBe(0.5)
  })

  it('is n/a with either kind absent', () => {
    expect(metric.score(members([1], []))).toBeNull()
    expect(metric.score(members([], [1]))).toBeNull()
  })

  it('is the share of pairs in the right order', () => {
    const scores = fc.array(fc.option(fc.integer({ min: -3, max: 3 }), { nil: null }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(scores, scores, (answerable, unanswerable) => {
        const low = (score: number | null): number => score ?? Number.NEGATIVE_INFINITY
        const pairs = answerable.flatMap((a) =>
          unanswerable.map((u) => (low(a) > low(u) ? 1 : low(a) === low(u) ? 0.5 : 0)),
        )
        const share = pairs.reduce((sum: number, pair) => sum + pair, 0) / pairs.length
        expect(metric.score(members(answerable, unanswerable))).toBeCloseTo(share, 12)
      }),
    )
  })
})
