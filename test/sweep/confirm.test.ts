import { describe, expect, it } from 'vitest'
import type { Query } from '../../src/model.ts'
import { confirm } from '../../src/sweep/confirm.ts'
import { Measured } from '../../src/sweep/measured.ts'

const questions = (count: number): Query[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `q${String(index).padStart(3, '0')}`,
    text: '',
    judgments: [],
    tags: [],
    pinned: false,
  }))

/** What `test` says of a gain of 0.1 on `dev`, where its questions gain so much. */
function saying(count: number, gain: (question: number) => number) {
  const queries = questions(count)
  const scoredBy = (score: (question: number) => number): Measured => {
    const measured = new Measured()
    measured.add(
      queries.map((query, index) => ({ query, score: score(index), budget: null })),
      new Map(),
    )
    return measured
  }
  const [current, winner] = [scoredBy(() => 0.5), scoredBy((one) => 0.5 + gain(one))]
  return confirm(current, winner, { queries, seed: 'seed', devGain: 0.1, hasBudget: false })
}

describe('the look at test', () => {
  it('confirms a gain whose interval is above 0, and says which share of it is left', () => {
    const { outcome, survived, gain } = saying(60, (one) => 0.04 + 0.04 * (one % 2))
    expect(outcome).toBe('confirmed')
    expect(survived).toBeCloseTo(0.6, 10)
    expect(gain.interval).toMatchObject({ lower: expect.closeTo(0.06, 1) })
  })

  it('neither confirms nor contradicts where the interval holds 0, or there is none', () => {
    expect(saying(60, (one) => (one % 2 === 0 ? 0.3 : -0.28)).outcome).toBe('uncertain')
    expect(saying(60, (one) => (one === 0 ? 0.3 : 0)).outcome).toBe('uncertain')
  })

  it('says that a gain is gone', () => {
    expect(saying(60, () => 0)).toMatchObject({ outcome: 'gone', survived: 0 })
    expect(saying(60, (one) => -0.01 * (one % 3))).toMatchObject({
      outcome: 'gone',
      survived: expect.closeTo(-0.1, 10),
    })
  })

  it('cannot confirm with 49 questions, and can with 50', () => {
    const clear = (one: number) => 0.04 + 0.04 * (one % 2)
    expect([saying(49, clear).outcome, saying(50, clear).outcome]).toEqual(['too few questions', 'confirmed'])
  })
})
