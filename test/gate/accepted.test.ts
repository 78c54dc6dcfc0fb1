import { describe, expect, it } from 'vitest'
import type { Acceptance } from '../../src/baseline/acceptance-schema.ts'
import { decideOutcome } from '../../src/decide-outcome.ts'
import type { Verdict } from '../../src/gate/verdict.ts'
import { breaking, reportOf, type Side, simpleSide } from '../comparison/sides.ts'

const TODAY = '2026-11-30'
const base = simpleSide(20)
const broken = breaking(base, 2)
const [first = '', second = ''] = base.queries.map(({ id }) => id)

const accepting = (more: Partial<Acceptance>): Acceptance => ({
  reason: 'the page is retired',
  who: 'alice',
  until: '2026-12-31',
  ...more,
})

async function decided(head: Side, accepted: readonly Acceptance[], before: Side = base): Promise<Verdict> {
  const report = reportOf(head)
  const now = { ...report, gate: { ...report.gate, accepted: [...accepted] } }
  const baseline = { report: reportOf(before), label: 'base', source: 'file', note: 'base' }
  return (await decideOutcome(now, baseline, { root: null, seed: 'seed', links: {}, today: TODAY })).verdict
}

describe('an accepted loss of a question', () => {
  it('counts as no change, and is shown and counted', async () => {
    expect((await decided(broken, [])).status).toBe('fail')
    const one = await decided(broken, [accepting({ query: first })])
    expect(one).toMatchObject({ status: 'fail', broke: [second], deciding: { change: -0.05 } })
    const both = await decided(broken, [accepting({ query: first }), accepting({ query: second, who: 'bob' })])
    expect(both).toMatchObject({ status: 'pass', broke: [], deciding: { change: 0, evidence: { n: 20 } } })
    expect(both.accepted).toEqual([
      `2 known losses are accepted: ${first} (alice until 2026-12-31: the page is retired); ${second} (bob until 2026-12-31: the page is retired).`,
    ])
  })

  it('holds on its last day and not on the day after', async () => {
    const until = (day: string) => [first, second].map((query) => accepting({ query, until: day }))
    expect((await decided(broken, until(TODAY))).status).toBe('pass')
    const late = await decided(broken, until('2026-11-29'))
    expect(late.status).toBe('fail')
    expect(late.accepted).toEqual([
      `2 acceptances have expired: ${first} (alice, on 2026-11-29); ${second} (alice, on 2026-11-29).`,
    ])
  })

  it('is for the strategy that it names alone', async () => {
    const other = [first, second].map((query) => accepting({ query, strategy: 'dense' }))
    expect((await decided(broken, other)).status).toBe('fail')
  })

  it('says when it is not needed any more', async () => {
    const verdict = await decided(base, [accepting({ query: first })])
    expect(verdict).toMatchObject({ status: 'pass', accepted: [`1 acceptance is not needed any more: ${first}.`] })
  })

  it('says when no question has its name: it may be misspelt', async () => {
    const { accepted } = await decided(base, [accepting({ query: 'Q7' }), accepting({ query: second })])
    expect(accepted).toEqual([`2 acceptances are not needed any more: Q7, which no question is called; ${second}.`])
  })

  it('never makes an improvement smaller', async () => {
    const gained = await decided(base, [accepting({ query: first })], broken)
    expect(gained.deciding?.change).toBeCloseTo(0.1)
  })

  it('lets a pinned question fail', async () => {
    const pin = (side: Side): Side => ({
      ...side,
      queries: side.queries.map((query) => (query.id === first ? { ...query, pinned: true } : query)),
    })
    const lost = pin(breaking(base, 1))
    const rules = [{ maxDrop: { absolute: 0.5 } }]
    expect((await decided({ ...lost, rules }, [], pin(base))).pinned).toHaveLength(1)
    expect(await decided({ ...lost, rules }, [accepting({ query: first })], pin(base))).toMatchObject({
      status: 'pass',
      pinned: [],
    })
  })
})

describe('an accepted failure of a rule', () => {
  it('warns in place of failing, and says who answers for it', async () => {
    const verdict = await decided(broken, [accepting({ rule: 'ndcg@10' })])
    expect(verdict).toMatchObject({ status: 'pass', results: [{ status: 'warn' }] })
    expect(verdict.results[0]?.why).toContain('accepted (alice until 2026-12-31: the page is retired)')
    expect(verdict.accepted?.[0]).toMatch(/^1 known loss is accepted: the rule on ndcg@10 \(alice/)
  })

  it('is no acceptance of another rule', async () => {
    expect((await decided(broken, [accepting({ rule: 'recall@5' })])).status).toBe('fail')
  })

  it('decides nothing about what could not be decided', async () => {
    const nine = simpleSide(9)
    expect((await decided(nine, [accepting({ rule: 'ndcg@10' })], nine)).status).toBe('invalid')
  })
})
