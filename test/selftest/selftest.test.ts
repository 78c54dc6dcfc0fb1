import { describe, expect, it } from 'vitest'
import { selftest } from '../../src/selftest/selftest.ts'
import { reportOf, retrieving, type Side } from '../comparison/sides.ts'
import { triedSide, tryOptions } from './tried-side.ts'

const trying = (side: Side, again: Side = side) => selftest(reportOf(side), reportOf(again), tryOptions)
const unpinned: Side = { ...triedSide, queries: triedSide.queries.map((query) => ({ ...query, pinned: false })) }
const gatedBy = (...rules: NonNullable<Side['rules']>): Side => ({ ...unpinned, rules, primary: 'right' })

describe('a selftest', () => {
  it('calls a gate sound that passes two identical runs and stops a total loss', async () => {
    const { sound, identical, totalLoss, differing } = await trying(gatedBy({}))
    expect(sound).toBe(true)
    expect(identical.status).toBe('pass')
    expect(totalLoss).toMatchObject({ status: 'fail', headline: expect.stringContaining('ndcg@10') })
    expect(differing).toEqual([])
  })

  it('calls a gate broken that only warns, or allows nearly everything', async () => {
    for (const rule of [{ level: 'warn' as const }, { maxDrop: { absolute: 0.999 }, metric: 'mrr' }]) {
      const { sound, totalLoss } = await trying(gatedBy(rule))
      expect([sound, totalLoss.status]).toEqual('level' in rule ? [false, 'pass'] : [true, 'fail'])
    }
    expect((await trying(gatedBy({ maxDrop: { absolute: 1 } }))).sound).toBe(false)
  })

  it('calls a gate sound whose only rule is a floor', async () => {
    const { sound, mutations } = await trying(gatedBy({ metric: 'ndcg@10', min: 0.6 }))
    expect(sound).toBe(true)
    const removal = mutations.find(({ mutation }) => mutation === 'remove-documents')
    expect(removal?.strengths.at(-1)).toMatchObject({ strength: 0.4, measure: null, change: null })
    expect(removal?.strengths.at(-1)?.gate).toBeGreaterThan(0)
  })

  it('calls a gate sound that has nothing but pinned questions to fail by', async () => {
    const { sound, totalLoss } = await trying({ ...triedSide, rules: [{ level: 'warn' }], primary: 'right' })
    expect(sound).toBe(true)
    expect(totalLoss.headline).toContain('q03')
  })

  it('calls a gate broken that fails two identical runs, and says why', async () => {
    const { sound, identical } = await trying(
      gatedBy({ metric: 'recall@5', min: 1, where: { category: 'even' } }, { metric: 'precision@5', min: 0.9 }),
    )
    expect(sound).toBe(false)
    expect(identical).toMatchObject({ status: 'fail', headline: expect.stringContaining('precision@5') })
  })

  it('names what a second evaluation does not repeat, and judges the gate by it', async () => {
    const unsteady = retrieving(gatedBy({}), { q01: ['q05.md'], q02: ['q06.md'] })
    const { differing, identical, sound } = await trying(gatedBy({}), unsteady)
    expect(differing).toEqual(['right', 'near', 'late'].map((name) => `${name}: the hits of 2 questions (q01, q02)`))
    expect([identical.status, sound]).toEqual(['fail', false])
  })

  it('finds stronger losses more often, and says from which strength on', async () => {
    const { mutations } = await trying(gatedBy({}))
    expect(mutations.map(({ mutation }) => mutation)).toEqual([
      ...['drop-top-hit', 'swap-ranks', 'remove-documents', 'shuffle-top'],
      ...['near in place of right', 'late in place of right'],
    ])
    const [drop, ...others] = mutations
    expect(drop!.strengths.map(({ strength }) => strength)).toEqual([0.02, 0.05, 0.1, 0.2, 0.4])
    expect(drop!.strengths.at(-1)).toMatchObject({ gate: 1, rules: { 'right: ndcg@10 maxDrop 0.02': 1 } })
    expect(drop!.smallestByRule).toEqual({ 'right: ndcg@10 maxDrop 0.02': drop!.smallest })
    for (const { strengths, smallest } of [drop!, ...others]) {
      const from = strengths.filter(({ strength }) => smallest !== null && strength >= smallest)
      expect(from.every(({ gate }) => gate >= 0.8)).toBe(true)
    }
    expect(others.at(-1)!.strengths[0]).toMatchObject({ description: 'late in place of right', gate: 1 })
  })

  it('counts two rules of one name once', async () => {
    const { mutations } = await trying(gatedBy({ minPairs: 5 }, { minPairs: 6 }))
    for (const { strengths } of mutations) {
      for (const { rules } of strengths) for (const share of Object.values(rules)) expect(share).toBeLessThanOrEqual(1)
    }
  })

  it('ends where its caller wants it to', async () => {
    const report = reportOf(gatedBy({}))
    const pause = () => Promise.reject(new Error('enough'))
    await expect(selftest(report, report, { ...tryOptions, pause })).rejects.toThrow('enough')
  })
})
