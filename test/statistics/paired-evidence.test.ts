import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pairedEvidence } from '../../src/statistics/paired-evidence.ts'

const seed = 'test'
const base = Array.from({ length: 40 }, (_, i) => (i % 5) / 5)
const now = base.map((score, i) => (i % 2 === 0 ? score : score - 0.1 + (i % 7) / 50))

describe('pairedEvidence', () => {
  it('says that no question changed, without a p', () => {
    expect(pairedEvidence(base, base, { seed })).toMatchObject({
      n: 40,
      clusters: 40,
      changed: 0,
      wins: 0,
      ties: 40,
      losses: 0,
      difference: 0,
      sd: 0,
      interval: { none: 'no question changed' },
      p: null,
    })
  })

  it('gives no interval for few changed questions', () => {
    const few = base.map((score, i) => (i < 4 ? score + 0.2 : score))
    const evidence = pairedEvidence(base, few, { seed })
    expect(evidence.interval).toEqual({ none: 'too few changed questions for an interval' })
    expect(evidence.p).toBe(0.125)
    expect(evidence.changed).toBe(4)
  })

  it('gives an interval around the difference for enough of them, and counts both directions', () => {
    const evidence = pairedEvidence(base, now, { seed })
    const interval = evidence.interval as { lower: number; upper: number; level: number; method: string }
    expect(interval.lower).toBeLessThan(evidence.difference)
    expect(interval.upper).toBeGreaterThan(evidence.difference)
    expect(interval.level).toBe(0.95)
    expect(evidence.wins + evidence.ties + evidence.losses).toBe(40)
    expect(evidence.losses).toBeGreaterThan(0)
    expect(evidence.wins).toBeGreaterThan(0)
  })

  it('is defined for none, one and two pairs', () => {
    expect(pairedEvidence([], [], { seed })).toMatchObject({ n: 0, difference: 0, sd: null, p: null })
    expect(pairedEvidence([1], [0], { seed })).toMatchObject({ n: 1, difference: -1, sd: null, p: 1 })
    expect(pairedEvidence([1, 1], [0, 0.5], { seed })).toMatchObject({ n: 2, difference: -0.75, p: 0.5 })
  })

  it('takes a difference below 1e-12 as no difference', () => {
    expect(pairedEvidence([0.1 + 0.2, 0.5], [0.3, 0.5], { seed })).toMatchObject({ changed: 0, difference: 0 })
  })

  it('stays cautious where every question changed by the same', () => {
    const all = pairedEvidence(new Array(20).fill(0.5), new Array(20).fill(0.25), { seed })
    const interval = all.interval as { lower: number; upper: number; method: string }
    expect(interval.method).toBe('adjusted-t')
    expect(interval.lower).toBeLessThan(-0.25)
    expect(interval.upper).toBeGreaterThan(-0.25)
    expect(interval.upper).toBeLessThan(0)
  })

  it('works on clusters: paraphrases that all moved together count once', () => {
    const clusters = base.map((_, i) => `c${i >> 2}`)
    const moved = base.map((score, i) => score - (i >> 2) / 100)
    const loose = pairedEvidence(base, moved, { seed })
    const clustered = pairedEvidence(base, moved, { seed, clusters })
    expect(clustered).toMatchObject({ n: 40, clusters: 10, changed: 36, wins: 0, ties: 1, losses: 9 })
    expect(clustered.difference).toBe(loose.difference)
    expect(clustered.sd!).toBeGreaterThan(1.9 * loose.sd!)
    expect(clustered.p).toBe(2 / 2 ** 9)
  })

  it('turns everything round when the sides are swapped', () => {
    const score = fc.integer({ min: 0, max: 4 }).map((grade) => grade / 4)
    fc.assert(
      fc.property(fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 40 }), (pairs) => {
        const [a, b] = [pairs.map(([x]) => x), pairs.map(([, y]) => y)]
        const there = pairedEvidence(a, b, { seed })
        const back = pairedEvidence(b, a, { seed })
        expect(back.difference).toBeCloseTo(-there.difference, 12)
        expect([back.wins, back.losses]).toEqual([there.losses, there.wins])
        expect(back.p === null).toBe(there.p === null)
        if (there.changed <= 14) expect(back.p).toBe(there.p)
        if (there.p !== null) expect(there.p).toBeGreaterThan(0)
      }),
      { seed: 1 },
    )
  })

  it('refuses sides of different length', () => {
    expect(() => pairedEvidence([1], [], { seed })).toThrow(RangeError)
  })
})
