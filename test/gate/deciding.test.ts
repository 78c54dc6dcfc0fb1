import { describe, expect, it } from 'vitest'
import { asking, breaking, decideSides, query, type Side, simpleSide } from '../comparison/sides.ts'

const base = simpleSide(100)
const deciding = async (head: Side, before: Side | null = base) => (await decideSides(before, head)).verdict
const ruled = (side: Side, ...rules: NonNullable<Side['rules']>): Side => ({ ...side, rules })

describe('a maxDrop rule', () => {
  it('passes with every difference exactly 0 on identical sides', async () => {
    const verdict = await deciding(base)
    expect(verdict.status).toBe('pass')
    expect(verdict.results.map(({ change }) => change)).toEqual([0])
    expect(verdict.deciding?.evidence).toMatchObject({ n: 100, changed: 0, wins: 0, losses: 0, ties: 100, p: null })
    expect(verdict.broke).toEqual([])
  })

  it('passes at exactly the drop allowed and fails above it', async () => {
    expect(await deciding(breaking(base, 2))).toMatchObject({ status: 'pass', deciding: { change: -0.02 } })
    expect(await deciding(breaking(base, 3))).toMatchObject({ status: 'fail', deciding: { change: -0.03 } })
  })

  it('takes a percentage of the baseline', async () => {
    const rule = { maxDrop: { share: 0.03 } }
    const weak = breaking(base, 50)
    expect((await deciding(ruled(breaking(base, 51), rule), weak)).status).toBe('pass')
    expect(await deciding(ruled(breaking(base, 52), rule), weak)).toMatchObject({
      status: 'fail',
      deciding: { expected: 'a drop of at most 0.015', actual: 'a drop of 0.020' },
    })
  })

  it('names exactly the queries that broke, worst first and then by id', async () => {
    const verdict = await deciding(breaking(base, 10))
    expect(verdict.broke).toEqual(base.queries.slice(0, 10).map(({ id }) => id))
  })

  it('only warns at level warn', async () => {
    const verdict = await deciding(ruled(breaking(base, 30), { level: 'warn' }))
    expect(verdict).toMatchObject({ status: 'pass', results: [{ status: 'warn' }], reasons: [] })
    expect(verdict.broke).toHaveLength(30)
    expect(verdict.headline).toMatch(/; 1 rule warns$/)
  })

  it('is invalid without pairs, below minPairs, and with a metric that is n/a, and at level warn not compared', async () => {
    const nine = simpleSide(9)
    expect(await deciding(nine, nine)).toMatchObject({
      status: 'invalid',
      reasons: ['bm25: only 9 questions to compare ndcg@10 on, and minPairs is 10'],
    })
    expect((await deciding(ruled(nine, { minPairs: 9 }), nine)).status).toBe('pass')
    const noZeros = ruled(base, { metric: 'bpref' })
    expect(await deciding(noZeros, noZeros)).toMatchObject({
      status: 'invalid',
      reasons: ['bm25: nothing to compare: no question has bpref on both sides'],
    })
    const warned = await deciding(ruled(nine, { level: 'warn' }), nine)
    expect(warned).toMatchObject({ status: 'pass', results: [{ status: 'not compared' }] })
  })

  it('decides on a slice alone, and is invalid where the slice is empty', async () => {
    const sliced = asking(base, (one, index) => ({ ...one, category: index < 20 ? 'hard' : 'easy', tags: ['t'] }))
    const hard = { where: { category: 'hard', tag: 't' } }
    expect((await deciding(ruled(breaking(sliced, 1), hard), sliced)).deciding).toMatchObject({
      status: 'fail',
      change: -0.05,
      evidence: { n: 20 },
      why: 'ndcg@10 for category hard, tag t got worse by 0.050, more than the 0.020 allowed',
    })
    const emptied = asking(sliced, (one) => ({ ...one, category: 'easy' }))
    expect(await deciding(ruled(emptied, hard), sliced)).toMatchObject({
      status: 'invalid',
      reasons: ['bm25: nothing to compare: no question has ndcg@10 for category hard, tag t on both sides'],
    })
  })

  it('gates a strategy that is new without a baseline for it, and says so', async () => {
    const strategies = { ...base.strategies, hybrid: base.strategies['bm25']! }
    const verdict = await deciding({ ...base, strategies, primary: 'hybrid' })
    expect(verdict).toMatchObject({ status: 'pass', deciding: null, results: [{ status: 'not compared' }] })
    expect(verdict.notes).toContain('Not in the baseline, so not compared: hybrid.')
  })

  it('gates every strategy without a primary, and the primary alone with one', async () => {
    const found = base.strategies['bm25']!
    const two = { ...base, strategies: { bm25: found, dense: found } }
    const head = { ...two, strategies: { bm25: found, dense: breaking(base, 9).strategies['bm25']! } }
    expect(await deciding(head, two)).toMatchObject({ status: 'fail', deciding: { strategy: 'dense' } })
    const shipped = await deciding({ ...head, primary: 'bm25' }, two)
    expect(shipped).toMatchObject({ status: 'pass', deciding: { strategy: 'bm25' }, broke: [] })
  })
})

describe('a worst rule', () => {
  const sliced = asking(base, (one, index) => ({
    ...one,
    category: index < 20 ? 'hard' : index < 95 ? 'easy' : 'rare',
  }))
  const worst = { worst: 'category', maxDrop: { absolute: 0.05 } } as const

  it('decides on each slice that is large enough', async () => {
    const verdict = await deciding(ruled(breaking(sliced, 2), worst), sliced)
    expect(verdict.results.map(({ rule, status }) => [rule.where, status])).toEqual([
      [{ category: 'easy' }, 'pass'],
      [{ category: 'hard' }, 'fail'],
    ])
  })

  it('is invalid where no question has the attribute, where no slice is large enough and where one was emptied', async () => {
    expect(await deciding(ruled(base, worst), base)).toMatchObject({
      status: 'invalid',
      reasons: ['bm25: no shared question has a category, so there is no worst one'],
    })
    const small = await deciding(ruled(sliced, { ...worst, minPairs: 80 }), sliced)
    expect(small.reasons).toEqual([
      'bm25: only 75 questions to compare ndcg@10 for category easy on, and minPairs is 80',
    ])
    const emptied = asking(sliced, (one) => ({ ...one, category: 'easy' }))
    expect((await deciding(ruled(emptied, worst), sliced)).reasons).toEqual([
      'bm25: nothing to compare: no question has ndcg@10 for category hard on both sides',
    ])
  })
})

describe('floors and ceilings', () => {
  it('decide with and without a baseline', async () => {
    const half = ruled(breaking(base, 50), { min: 0.5 })
    expect((await deciding(half, null)).status).toBe('pass')
    expect(await deciding(ruled(breaking(base, 51), { min: 0.5 }), null)).toMatchObject({
      status: 'fail',
      headline: 'Retrieval is out of bounds: `bm25` ndcg@10 is 0.490, below the 0.500 asked for',
    })
    expect(await deciding(ruled(base, { metric: 'hit@1', max: 0.9 }))).toMatchObject({
      status: 'fail',
      reasons: ['bm25: hit@1 is 1.000, above the 0.900 asked for'],
    })
  })

  it('are invalid where the metric is n/a, and look at a slice where one is named', async () => {
    expect((await deciding(ruled(base, { metric: 'no-evidence-accuracy', min: 0.5 }))).status).toBe('invalid')
    const sliced = asking(breaking(base, 10), (one, index) => ({ ...one, language: index < 20 ? 'zh' : 'en' }))
    expect(await deciding(ruled(sliced, { min: 0.6, where: { language: 'zh' } }))).toMatchObject({
      status: 'fail',
      reasons: ['bm25: ndcg@10 for language zh is 0.500, below the 0.600 asked for'],
    })
  })

  it('do not fail by the last bit of a sum', async () => {
    const tenths = simpleSide(10)
    const rule = { min: 0.7, metric: 'ndcg@10' }
    expect((await deciding(ruled(breaking(tenths, 3), rule), null)).status).toBe('pass')
  })
})

describe('a first run', () => {
  it('passes, says that there is nothing to compare with, and compares nothing', async () => {
    expect(await deciding(base, null)).toMatchObject({
      status: 'pass',
      headline: 'Nothing to compare with yet: this run can be the first baseline',
      results: [{ status: 'not compared', why: 'no baseline yet' }],
      deciding: null,
    })
  })

  it('says so too where a floor holds', async () => {
    const verdict = await deciding(ruled(base, { maxDrop: { absolute: 0.02 }, min: 0.6 }), null)
    expect(verdict.headline).toBe(
      'Nothing to compare with yet: this run can be the first baseline; `bm25` ndcg@10 1.000, at least 0.600 is asked for',
    )
  })
})

describe('pinned questions', () => {
  const pinned = asking(base, (one, index) => ({ ...one, pinned: index === 1 }))

  it('fail the run alone where they fail, err or were removed', async () => {
    expect(await deciding(breaking(pinned, 2), pinned)).toMatchObject({
      status: 'fail',
      deciding: null,
      headline: 'A pinned question fails: q002 has no expected answer in the top 10 (on bm25)',
    })
    const bm25 = { ...pinned.strategies['bm25']!, errors: { q002: 'timeout' } }
    const erred = await deciding({ ...pinned, strategies: { bm25 }, maxErrors: 1 }, pinned)
    expect(erred).toMatchObject({ status: 'fail', reasons: ['bm25: pinned q002 could not be asked'] })
    const removed = await deciding(
      asking(pinned, (one) => (one.pinned ? null : one)),
      pinned,
    )
    expect(removed).toMatchObject({ status: 'fail', pinned: [{ query: 'q002', why: 'was removed' }] })
  })

  it('are kept by a gate whose rules only warn', async () => {
    expect((await deciding(ruled(breaking(pinned, 2), { level: 'warn' }), pinned)).status).toBe('fail')
  })

  it('are named where they are not pinned any more', async () => {
    expect((await deciding(base, pinned)).loosened).toEqual(['Pinned at base and not any more: q002.'])
  })

  it('may ask for nothing to be found', async () => {
    const nothing = asking(base, (one, index) => (index === 0 ? query(one.id, [], { pinned: true }) : one))
    expect((await deciding(nothing, null)).reasons).toEqual([
      'bm25: pinned q001 should find nothing, and found something',
    ])
  })
})

describe('questions that erred', () => {
  const bm25 = { ...base.strategies['bm25']!, errors: { q001: 'connect ECONNREFUSED', q002: 'timeout' } }
  const head = { ...base, strategies: { bm25 } }

  it('make the run invalid, with or without a baseline', async () => {
    const reasons = ['bm25 erred on 2 questions (maxErrors is 0); q001: connect ECONNREFUSED']
    expect(await deciding(head)).toMatchObject({ status: 'invalid', reasons })
    expect(await deciding(head, null)).toMatchObject({ status: 'invalid', reasons })
    expect((await deciding({ ...head, maxErrors: 1 })).status).toBe('invalid')
  })

  it('leave both sides where maxErrors allows them, and are shown as zero', async () => {
    const verdict = await deciding({ ...head, maxErrors: 2 })
    expect(verdict).toMatchObject({ status: 'pass', deciding: { change: 0, evidence: { n: 98 } } })
    expect(verdict.notes).toContain('With the questions that erred counted as 0, bm25 ndcg@10 changes by \u22120.020.')
  })

  it('count as zero on the side of unanswerable questions too', async () => {
    const rule = { metric: 'no-evidence-accuracy', maxDrop: { absolute: 0.5 } }
    const unanswerable = asking(base, (one) => query(one.id, []))
    const silent = { bm25: { rankings: Object.fromEntries(base.queries.map(({ id }) => [id, []])) } }
    const before = ruled({ ...unanswerable, strategies: silent }, rule)
    const erred = { bm25: { ...silent.bm25, errors: { q001: 'timeout' } } }
    const verdict = await deciding({ ...before, strategies: erred, maxErrors: 1 }, before)
    expect(verdict.notes[0]).toMatch(/no-evidence-accuracy changes by \u22120\.010\.$/)
  })

  it('are said to leave nothing, where that is what they leave', async () => {
    const all = Object.fromEntries(base.queries.map(({ id }) => [id, 'timeout']))
    const before = { ...base, strategies: { bm25: { ...base.strategies['bm25']!, errors: all } } }
    expect((await deciding(base, before)).reasons[0]).toBe(
      "bm25 answered none of the baseline's 100 questions without an error on both sides (100 erred); 80 % must be",
    )
  })

  it('at base leave too little to stand for it, if there are many', async () => {
    const many = Object.fromEntries(base.queries.slice(0, 30).map(({ id }) => [id, 'timeout']))
    const before = { ...base, strategies: { bm25: { ...base.strategies['bm25']!, errors: many } } }
    expect(await deciding(base, before)).toMatchObject({
      status: 'invalid',
      reasons: [
        "bm25 answered only 70 of the baseline's 100 questions without an error on both sides (30 erred); 80 % must be",
      ],
    })
  })
})

describe('what a reader should know', () => {
  it('is that labels may be missing where a rule fails and judged@10 fell', async () => {
    const found = asking(base, (one) => query(one.id, [`${one.id}.md`, 'other.md']))
    const ids = found.queries.slice(0, 60).map(({ id }) => id)
    const head = { bm25: { rankings: { ...base.strategies['bm25']!.rankings } } }
    for (const id of ids) head.bm25.rankings[id] = ['unlabelled.md']
    const verdict = await deciding({ ...found, strategies: head }, found)
    expect(verdict.status).toBe('fail')
    expect(verdict.notes).toContain(
      'bm25: may be missing labels. The share of the top 10 that anybody judged changed by \u22120.120.',
    )
  })

  it('is nothing about labels where nothing is found any more', async () => {
    const silent = { bm25: { rankings: Object.fromEntries(base.queries.map(({ id }) => [id, []])) } }
    const verdict = await deciding({ ...base, strategies: silent }, base)
    expect(verdict.status).toBe('fail')
    expect(verdict.notes.filter((note) => note.includes('missing labels'))).toEqual([])
  })

  it('is that one question is worth more than the drop allowed', async () => {
    const twenty = simpleSide(20)
    expect((await deciding(breaking(twenty, 1), twenty)).deciding?.notes).toEqual([
      'one question is worth up to 0.050, more than the 0.020 allowed: losing one can fail this rule',
    ])
    const sixty = simpleSide(60)
    const twoMetrics = { ...breaking(sixty, 1), metrics: ['oce'], rules: [{ metric: 'oce' }] }
    const { deciding: oce } = await deciding(twoMetrics, { ...sixty, metrics: ['oce'] })
    expect(oce?.evidence?.oneQuery).toBeCloseTo(2 / 60, 12)
    expect(oce?.notes[0]).toContain('one question is worth up to 0.033')
  })
})
