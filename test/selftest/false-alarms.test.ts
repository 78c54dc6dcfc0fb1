import { describe, expect, it } from 'vitest'
import { falseAlarms } from '../../src/selftest/false-alarms.ts'
import { asking, query, reportOf, type Side } from '../comparison/sides.ts'
import { triedSide, tryOptions } from './tried-side.ts'

const ids = Array.from({ length: 20 }, (_, index) => `q${String(index).padStart(2, '0')}`)

/** Each strategy is right on every other question, so that exchanging questions moves the mean. */
const alternating: Side = {
  queries: ids.map((id) => query(id, [`${id}.md`])),
  documents: Object.fromEntries([...ids, 'other'].map((id) => [`${id}.md`, id])),
  strategies: {
    even: { rankings: Object.fromEntries(ids.map((id, index) => [id, [index % 2 === 0 ? `${id}.md` : 'other.md']])) },
    odd: { rankings: Object.fromEntries(ids.map((id, index) => [id, [index % 2 === 1 ? `${id}.md` : 'other.md']])) },
  },
  primary: 'even',
}

describe('false alarms', () => {
  it('are about as often losses as gains, where the two runs differ', async () => {
    const { gate, rules, pair } = await falseAlarms(reportOf(alternating), { ...tryOptions, trials: 2000 })
    expect(pair).toBe('even and odd')
    // A mean of 20 fair signs is below -0.02 when fewer than half are gains: (1 - P(tie)) / 2 = 0.412.
    expect(gate.lower).toBeLessThan(0.412)
    expect(gate.upper).toBeGreaterThan(0.412)
    expect(rules).toEqual({ 'even: ndcg@10 maxDrop 0.02': gate })
  })

  it('say what each rule can see where changes are as large as between those runs', async () => {
    const { power } = await falseAlarms(reportOf(alternating), tryOptions)
    const { 'even: ndcg@10 maxDrop 0.02': sentence = '' } = power
    const [, caught] =
      /^With these 20 questions this rule catches a drop of (0\.\d+) four times in five\./.exec(sentence) ?? []
    // 20 differences of 1 with random signs: 0.02 + 0.84 sd / sqrt(20), with an sd of about 1.
    expect(Number(caught)).toBeGreaterThan(0.02 + (0.84 * 0.9) / Math.sqrt(20))
    expect(Number(caught)).toBeLessThan(0.02 + (0.85 * 1.03) / Math.sqrt(20))
    expect(Object.keys(power)).toHaveLength(1)
  })

  it('exchange the questions of a cluster together', async () => {
    const clustered = asking(alternating, (one, index) => ({ ...one, cluster: `pair ${Math.floor(index / 2)}` }))
    expect((await falseAlarms(reportOf(clustered), tryOptions)).gate.count).toBe(0)
  })

  it('use one coin for a question in every strategy', async () => {
    const { primary: _, ...both } = alternating
    const rules = [{ strategies: ['even', 'odd'] }]
    const { gate, rules: shares } = await falseAlarms(reportOf({ ...both, rules }), tryOptions)
    const [even, odd] = Object.values(shares)
    // What one gains the other loses, so the two never fail together.
    expect(gate.count).toBe(even!.count + odd!.count)
  })

  it('come from the strategy itself with shuffled top tens, where it is alone', async () => {
    const { right } = triedSide.strategies
    const { pair, gate } = await falseAlarms(reportOf({ ...triedSide, strategies: { right: right! } }), tryOptions)
    expect(pair).toBe('right and itself, half of the top tens shuffled')
    expect(gate.count).toBeGreaterThan(0)
  })

  it('are rare where the rule asks for evidence', async () => {
    const rules = [{ confidence: 'require' as const }]
    const { gate } = await falseAlarms(reportOf({ ...alternating, rules }), { ...tryOptions, trials: 400 })
    expect(gate.lower).toBeLessThan(0.05)
    expect(gate.share).toBeLessThan(0.1)
  })

  it('are not about limits on head alone, nor about pinned questions', async () => {
    const pinned = asking(alternating, (one) => ({ ...one, pinned: true }))
    const rules = [
      { metric: 'ndcg@10', min: 0.99, maxDrop: { absolute: 0.99 } },
      { metric: 'mrr', min: 1 },
    ]
    const { gate, rules: shares } = await falseAlarms(reportOf({ ...pinned, rules }), tryOptions)
    expect(gate.count).toBe(0)
    expect(Object.keys(shares)).toEqual(['even: ndcg@10 maxDrop 0.99'])
  })

  it('are the same for the same seed', async () => {
    const report = reportOf(alternating)
    expect(await falseAlarms(report, tryOptions)).toEqual(await falseAlarms(report, tryOptions))
  })
})
