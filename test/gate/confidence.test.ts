import { describe, expect, it } from 'vitest'
import type { Rule } from '../../src/gate/rule.ts'
import { asking, breaking, decideSides, retrieving, type Side, simpleSide } from '../comparison/sides.ts'

const base = simpleSide(50)
const decided = async (head: Side, rule: Partial<Rule>, before = base) =>
  (await decideSides(before, { ...head, rules: [rule] })).verdict

describe('confidence: require', () => {
  const rule = { confidence: 'require' } as const

  it('decides as observed below six changed questions, and says so', async () => {
    const verdict = await decided(breaking(base, 5), rule)
    expect(verdict.status).toBe('fail')
    expect(verdict.deciding?.why).toBe(
      'ndcg@10 got worse by 0.100, more than the 0.020 allowed; 5 changed questions cannot give a p below 0.05, so the observed change decides',
    )
  })

  it('fails a drop that chance does not explain', async () => {
    const verdict = await decided(breaking(base, 6), rule)
    expect(verdict.status).toBe('fail')
    expect(verdict.deciding?.evidence?.p).toBeCloseTo(2 / 64, 12)
    expect(verdict.deciding?.why).toMatch(/and not by chance \(p 0\.031 for "no change"\)$/)
  })

  it('passes a drop that chance can do', async () => {
    const before = breaking(base, 6)
    const head = retrieving(breaking(base, 0), Object.fromEntries(lost(8)))
    const verdict = await decided(head, rule, before)
    expect(verdict.deciding).toMatchObject({ status: 'pass', change: -0.04 })
    expect(verdict.deciding?.why).toMatch(/, but chance alone can do that \(p 0\.\d{3} for "no change"\)$/)
  })

  it('adjusts over the family of fail-level rules and strategies, where nothing changed too', async () => {
    const { verdict } = await decidedBeside(7)
    expect(verdict.status).toBe('fail')
    expect(verdict.results[0]?.evidence).toMatchObject({ p: 2 / 128, adjustedP: 4 / 128 })
    expect(verdict.results[0]?.why).toMatch(/, and not by chance \(p 0\.031 for "no change", adjusted for 2 tests\)$/)
    expect(verdict.results[1]).toMatchObject({ why: 'ndcg@10 did not change', evidence: { p: null, adjustedP: null } })
  })

  it('decides as observed where too few questions changed for the adjusted p: more losses never pass what fewer fail', async () => {
    for (const losses of [5, 6]) {
      const { verdict } = await decidedBeside(losses)
      expect(verdict.status).toBe('fail')
      expect(verdict.results[0]?.why).toContain(
        `; ${losses} changed questions cannot give a p below 0.05 that is adjusted for 2 tests, so the observed change decides`,
      )
    }
  })

  it('counts changed clusters, not questions, and is undecidable below six clusters', async () => {
    const inClusters = (count: number) => asking(base, (one, index) => ({ ...one, cluster: `c${index % count}` }))
    const ten = inClusters(10)
    const five = retrieving(ten, Object.fromEntries(lostWhere((index) => index % 10 < 5)))
    const verdict = await decided(five, rule, ten)
    expect(verdict.status).toBe('fail')
    expect(verdict.deciding?.why).toMatch(/; 5 changed clusters cannot give a p below 0\.05/)
    expect(await decided(inClusters(5), rule, inClusters(5))).toMatchObject({
      status: 'invalid',
      reasons: ['bm25: ndcg@10: 5 clusters of questions, and require needs 6'],
    })
  })
})

describe('confidence: prove-safe', () => {
  const rule = { confidence: 'prove-safe', maxDrop: { absolute: 0.1 } } as const

  it('needs 30 pairs', async () => {
    const small = simpleSide(29)
    expect(await decided(small, rule, small)).toMatchObject({
      status: 'invalid',
      reasons: ['bm25: ndcg@10: 29 pairs: a proof needs 30'],
    })
    expect((await decided(simpleSide(30), rule, simpleSide(30))).status).toBe('pass')
  })

  it('is proven where every hit is the same, whatever the drop allowed', async () => {
    const verdict = await decided(base, { ...rule, maxDrop: { absolute: 0 } })
    expect(verdict).toMatchObject({
      status: 'pass',
      deciding: { why: 'ndcg@10 cannot have changed: every hit is the same' },
    })
  })

  it('is not proven by equal scores of different hits beyond the 3/n bound', async () => {
    const other = retrieving(base, { q001: ['q001.md', 'q002.md'] })
    expect((await decided(other, rule)).deciding).toMatchObject({ status: 'pass', change: 0 })
    const strict = await decided(other, { ...rule, maxDrop: { absolute: 0.05 } })
    expect(strict.deciding).toMatchObject({
      status: 'fail',
      change: 0,
      why: 'no score changed, but hits did; a drop of ndcg@10 by 0.060 cannot be excluded (one-sided 95 %, degenerate), and 0.050 is allowed',
    })
  })

  it('fails what it cannot exclude, although less was observed', async () => {
    const verdict = await decided(breaking(base, 4), rule)
    expect(verdict.deciding).toMatchObject({ status: 'fail', change: -0.08 })
  })
})

/** `count` questions lost by one strategy, beside another that did not change. */
async function decidedBeside(count: number) {
  const dense = base.strategies['bm25']!
  const head = breaking(base, count)
  return decideSides(
    { ...base, strategies: { ...base.strategies, dense } },
    { ...head, strategies: { ...head.strategies, dense }, rules: [{ confidence: 'require' }] },
  )
}

function lost(count: number): [string, readonly string[]][] {
  return lostWhere((index) => index >= 50 - count)
}

function lostWhere(isLost: (index: number) => boolean): [string, readonly string[]][] {
  return base.queries.filter((_, index) => isLost(index)).map(({ id }) => [id, ['other.md']])
}
