import { describe, expect, it } from 'vitest'
import { decideOutcome } from '../../src/decide-outcome.ts'
import type { Rule } from '../../src/gate/rule.ts'
import type { Verdict } from '../../src/gate/verdict.ts'
import { renderComment } from '../../src/reports/comment.ts'
import { breaking, decideSides, query, reportOf, retrieving, type Side, simpleSide } from '../comparison/sides.ts'

const plain = simpleSide(20)
const ruled = (...rules: Partial<Rule>[]): Side => ({ ...plain, rules })
const loosening = async (before: Side, now: Side) => (await decideSides(before, now)).verdict.loosened

describe('a change that loosens the gate', () => {
  it.each<[string, Partial<Rule>[], Partial<Rule>[], string]>([
    ['a threshold', [{}], [{ maxDrop: { absolute: 0.1 } }], '`maxDrop` of ndcg@10 on `bm25` went from 0.02 to 0.1.'],
    [
      'a share',
      [{ maxDrop: { share: 0.02 } }],
      [{ maxDrop: { share: 0.1 } }],
      '`maxDrop` of ndcg@10 on `bm25` went from 2 % to 10 %.',
    ],
    [
      'another unit',
      [{ maxDrop: { share: 0.02 } }],
      [{ maxDrop: { absolute: 0.01 } }],
      '`maxDrop` of ndcg@10 on `bm25` went from 2 % to 0.01.',
    ],
    ['a floor', [{ min: 0.6 }], [{ min: 0.5 }], '`min` of ndcg@10 on `bm25` went from 0.6 to 0.5.'],
    ['a removed floor', [{ maxDrop: { absolute: 0.02 }, min: 0.6 }], [{}], '`min` of ndcg@10 on `bm25` is gone.'],
    ['a removed rule', [{}, { metric: 'mrr' }], [{}], 'The rule about mrr on `bm25` is gone.'],
    ['a warning', [{}], [{ level: 'warn' }], 'The rule about ndcg@10 on `bm25` only warns now.'],
    [
      'significance',
      [{}],
      [{ confidence: 'require' }],
      '`confidence` of ndcg@10 on `bm25` went from observed to require.',
    ],
    ['fewer pairs', [{}], [{ minPairs: 2 }], '`minPairs` of ndcg@10 on `bm25` went from 10 to 2.'],
    [
      'a slice',
      [{}, { where: { category: 'faq' } }],
      [{}, { where: { category: 'api' } }],
      'The rule about ndcg@10 for category faq on `bm25` is gone.',
    ],
  ])('is told: %s', async (_, before, now, sentence) => {
    expect(await loosening(ruled(...before), ruled(...now))).toEqual([sentence])
  })

  it.each<[string, Partial<Rule>[], Partial<Rule>[]]>([
    ['is stricter', [{}], [{ maxDrop: { absolute: 0.01 } }]],
    ['adds a rule', [{}], [{}, { metric: 'mrr' }]],
    ['adds a looser rule beside', [{}], [{}, { maxDrop: { absolute: 0.5 } }]],
    ['is the same', [{ min: 0.5 }], [{ min: 0.5 }]],
  ])('is not one that %s', async (_, before, now) => {
    expect(await loosening(ruled(...before), ruled(...now))).toBeUndefined()
  })

  it('is told for errors, for splits and for new acceptances', async () => {
    expect(await loosening(plain, { ...plain, maxErrors: 3 })).toEqual(['`maxErrors` went from 0 to 3.'])
    const moved = { ...plain, queries: plain.queries.map((one) => ({ ...one, split: 'dev' as const })) }
    expect(await loosening(plain, moved)).toEqual([
      '20 questions moved to another split: q001, q002, q003, q004, q005, ....',
    ])
  })

  it('is told first in the comment', async () => {
    const outcome = await decideSides(plain, { ...breaking(plain, 1), rules: [{ maxDrop: { absolute: 0.9 } }] })
    const comment = renderComment(outcome, { timing: false }, { maxBytes: 60_000 })
    expect(comment.split('\n\n')[1]).toBe('⚠️ `maxDrop` of ndcg@10 on `bm25` went from 0.02 to 0.9.')
  })
})

describe('a protected base branch', () => {
  const protecting = async (before: Side, now: Side, byHead = false): Promise<Verdict> => {
    const report = reportOf(before)
    const protectedReport = { ...report, gate: { ...report.gate, ...(byHead ? {} : { protect: true }) } }
    const baseline = { report: protectedReport, label: 'base', source: 'file', note: 'base' }
    const options = { root: null, seed: 'seed', links: {}, ...(byHead ? { protect: true } : {}) }
    return (await decideOutcome(reportOf(now), baseline, options)).verdict
  }

  it.each([false, true])('decides by its own rules, whatever the change says', async (byHead) => {
    const loose = { ...breaking(plain, 3), rules: [{ maxDrop: { absolute: 0.9 } }] }
    expect((await decideSides(plain, loose)).verdict.status).toBe('pass')
    const verdict = await protecting(plain, loose, byHead)
    expect(verdict.status).toBe('fail')
    expect(verdict.loosened?.at(-1)).toMatch(/its own rules decide/)
  })

  it('fails what passes only with changed labels', async () => {
    const relabelled: Side = {
      ...breaking(plain, 3),
      queries: plain.queries.map(({ id }, index) => query(id, [index < 3 ? 'other.md' : `${id}.md`])),
    }
    expect((await decideSides(plain, relabelled)).verdict.status).toBe('pass')
    expect((await protecting(plain, relabelled)).status).toBe('fail')
  })

  it('holds a floor against its own questions and answers', async () => {
    const floor = { ...plain, rules: [{ min: 0.99 }] }
    const others = Array.from({ length: 900 }, (_, index) => query(`added${index}`, ['other.md']))
    const asked = {
      ...breaking(floor, 3),
      queries: [...plain.queries.map(({ id }, index) => query(id, [index < 3 ? 'other.md' : `${id}.md`])), ...others],
    }
    const head = retrieving(asked, Object.fromEntries(others.map(({ id }) => [id, ['other.md']])))
    expect((await decideSides(floor, head)).verdict.status).toBe('pass')
    const verdict = await protecting(floor, head)
    expect(verdict.status).toBe('fail')
    expect(verdict.headline).toMatch(/ndcg@10 is 0\.\d{3}, below the 0\.990 asked for$/)
    expect((await protecting(floor, floor)).status).toBe('pass')
  })

  it('fails where one of its questions is removed', async () => {
    const fewer = { ...plain, queries: plain.queries.slice(1) }
    expect((await decideSides(plain, fewer)).verdict.status).toBe('pass')
    const verdict = await protecting(plain, fewer)
    expect(verdict).toMatchObject({ status: 'fail', pinned: [{ query: 'q001', protected: true }] })
    expect(verdict.headline).toMatch(/^A protected question fails: q001 was removed/)
  })

  it('passes a change that keeps to it', async () => {
    expect((await protecting(plain, plain)).status).toBe('pass')
  })

  it('takes its own list of accepted losses, not that of the change', async () => {
    const report = reportOf({ ...breaking(plain, 3) })
    const accepted = [{ rule: 'ndcg@10', reason: 'because', who: 'mallory', until: '2999-01-01' }]
    const before = reportOf(plain)
    const options = { root: null, seed: 'seed', links: {}, protect: true }
    const at = (base: object[], head: object[]) =>
      decideOutcome(
        { ...report, gate: { ...report.gate, accepted: head as typeof accepted } },
        {
          report: { ...before, gate: { ...before.gate, accepted: base as typeof accepted } },
          label: 'base',
          source: 'file',
          note: '',
        },
        options,
      )
    expect((await at([], accepted)).verdict.status).toBe('fail')
    expect((await at(accepted, [])).verdict.status).toBe('pass')
  })
})
