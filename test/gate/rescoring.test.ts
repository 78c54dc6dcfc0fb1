import { describe, expect, it } from 'vitest'
import {
  asking,
  breaking,
  decideSides,
  judgment,
  query,
  reportOf,
  retrieving,
  simpleSide,
} from '../comparison/sides.ts'

const base = simpleSide(40)
const firstTen = base.queries.slice(0, 10).map(({ id }) => id)

describe('the same retrieval under changed questions and labels', () => {
  it('differs by exactly 0 where only a judgment changed, and lists the query as re-judged', async () => {
    const head = asking(base, (one) => (one.id === 'q003' ? query('q003', ['other.md']) : one))
    const { comparison, verdict } = await decideSides(base, head)
    expect(verdict.status).toBe('pass')
    expect(verdict.results.map(({ change }) => change)).toEqual([0])
    expect(comparison?.queries.rejudged).toEqual(['q003'])
    expect(verdict.notes).toContain('1 question re-judged: bm25 ndcg@10 0 under the old labels.')
  })

  it('differs by exactly 0 where only a grade changed, and lists the query as re-judged', async () => {
    const head = asking(base, (one) => (one.id === 'q003' ? query('q003', [judgment('q003.md', 3)]) : one))
    const { comparison, verdict } = await decideSides(base, head)
    expect(verdict.results.map(({ change }) => change)).toEqual([0])
    expect(comparison?.queries.rejudged).toEqual(['q003'])
  })

  it('decides on the shared questions where the three hardest were removed or reworded', async () => {
    const hard = breaking(base, 3)
    const head = asking(hard, (one, index) =>
      index === 0 ? null : index < 3 ? { ...one, text: 'Something easier?' } : one,
    )
    const { comparison, verdict } = await decideSides(hard, head)
    expect(verdict.status).toBe('pass')
    expect(verdict.deciding?.evidence?.n).toBe(37)
    expect(verdict.deciding?.change).toBe(0)
    expect(comparison?.queries).toMatchObject({ removed: ['q001'], reworded: ['q002', 'q003'] })
    expect(comparison?.queries.texts).toEqual({ q001: 'What about q001?' })
  })

  it('pairs by the words, whatever their Unicode form and the space around them', async () => {
    const before = asking(base, (one) => (one.id === 'q001' ? { ...one, text: 'caf\u00e9' } : one))
    const head = asking(base, (one) => (one.id === 'q001' ? { ...one, text: ' cafe\u0301\n' } : one))
    const { comparison } = await decideSides(before, head)
    expect(comparison?.queries.reworded).toEqual([])
    expect(comparison?.queries.shared).toHaveLength(40)
  })

  it('says that it passes only with the changed labels where ten broke and were relabelled to what head returns', async () => {
    const broken = breaking(base, 10)
    const head = asking(broken, (one) => (firstTen.includes(one.id) ? query(one.id, ['other.md']) : one))
    const { comparison, verdict } = await decideSides(base, head)
    expect(verdict.status).toBe('pass')
    expect(comparison?.queries.rejudged).toEqual(firstTen)
    expect(verdict.notes[0]).toBe(
      'This passes only with the changed labels: 10 questions re-judged; bm25 ndcg@10 \u22120.250 under the old labels.',
    )
  })

  it('says so too where the new labels name files that base does not have', async () => {
    const few = ['q001', 'q002', 'q003', 'q004', 'q005']
    const moved = retrieving(base, Object.fromEntries(few.map((id) => [id, [`new-${id}.md`]])))
    const documents = { ...base.documents, ...Object.fromEntries(few.map((id) => [`new-${id}.md`, `new ${id}`])) }
    const relabelled = asking(moved, (one) => (few.includes(one.id) ? query(one.id, [`new-${one.id}.md`]) : one))
    const { comparison, verdict } = await decideSides(base, { ...relabelled, documents })
    expect(verdict.status).toBe('pass')
    expect(comparison?.queries.shared).toHaveLength(35)
    expect(comparison?.queries.rejudged).toEqual(few)
    expect(verdict.notes[0]).toMatch(
      /^This passes only with the changed labels: 5 questions re-judged; .* \u22120\.125/,
    )
    expect(verdict.notes[1]).toMatch(/^5 expected answers did not exist at base and left the comparison: q001 \(new-/)
  })

  it('finds no difference where a judged file moved and its label with it', async () => {
    const { 'q001.md': text = '', ...documents } = base.documents
    const head = retrieving({ ...base, documents: { ...documents, 'new/q001.md': text } }, { q001: ['new/q001.md'] })
    const relabelled = asking(head, (one) => (one.id === 'q001' ? query('q001', ['new/q001.md']) : one))
    const { comparison, verdict } = await decideSides(base, relabelled)
    expect(verdict.deciding?.change).toBe(0)
    expect(comparison?.queries.rejudged).toEqual([])
    expect(comparison?.uncarried).toEqual([])
  })

  it('finds no difference where a folder moved that a pattern names, and the pattern with it', async () => {
    const family = { 'old/a,b.md': 'one', 'old/{c}.md': 'two' }
    const before = asking({ ...base, documents: { ...base.documents, ...family } }, (one) =>
      one.id === 'q001' ? query('q001', ['old/*.md']) : one,
    )
    const after = asking(
      { ...base, documents: { ...base.documents, 'new/a,b.md': 'one', 'new/{c}.md': 'two' } },
      (one) => (one.id === 'q001' ? query('q001', ['new/*.md']) : one),
    )
    const { comparison, verdict } = await decideSides(
      retrieving(before, { q001: ['other.md', 'old/{c}.md'] }),
      retrieving(after, { q001: ['other.md', 'new/{c}.md'] }),
    )
    expect(comparison?.uncarried).toEqual([])
    expect(comparison?.strategies[0]?.metrics['mrr']?.base[0]).toBe(0.5)
    expect(verdict.deciding?.change).toBe(0)
  })

  it('counts a deleted answer as a loss, and says that it is deleted', async () => {
    const { 'q001.md': _, ...documents } = base.documents
    const { comparison, verdict } = await decideSides(base, { ...breaking(base, 1), documents })
    expect(verdict.broke).toEqual(['q001'])
    expect(comparison?.strategies[0]?.changes[0]).toMatchObject({
      id: 'q001',
      kind: 'broke',
      expected: [{ baseRank: 1, nowRank: null, deleted: true }],
      fellOut: [{ path: 'q001.md', rank: 1, absentOnOtherSide: true }],
    })
  })

  it('does not say so of an answer that never was in the knowledge base', async () => {
    const misspelt = asking(base, (one) => (one.id === 'q001' ? query('q001', ['q001.md', 'q01.md']) : one))
    const { comparison } = await decideSides(misspelt, breaking(misspelt, 1))
    expect(comparison?.strategies[0]?.changes[0]?.expected).toMatchObject([
      { baseRank: 1, nowRank: null, deleted: false },
      { baseRank: null, nowRank: null, deleted: false },
    ])
  })

  it('takes a query whose answer is new at head out of the pairs, and passes over hits on new answers elsewhere', async () => {
    const documents = { ...base.documents, 'new.md': 'new' }
    const head = asking({ ...base, documents }, (one) =>
      one.id === 'q001' ? query('q001', ['new.md']) : one.id === 'q002' ? query('q002', ['q002.md', 'new.md']) : one,
    )
    const { comparison, verdict } = await decideSides(
      base,
      retrieving(head, { q001: ['new.md'], q002: ['new.md', 'q002.md'] }),
    )
    expect(comparison?.uncarried.map(({ query, reason }) => `${query} ${reason}`)).toEqual(['q001 new', 'q002 new'])
    expect(comparison?.queries.shared).not.toContain('q001')
    expect(verdict.deciding?.change).toBe(0)
  })
})

describe('a comparison that has lost its ground', () => {
  it('is invalid where a strategy was renamed, and compared where the config says so', async () => {
    const rankings = base.strategies['bm25']!.rankings
    const renamed = await decideSides(base, { ...base, strategies: { lexical: { rankings } } })
    expect(renamed.verdict.status).toBe('invalid')
    expect(renamed.verdict.reasons).toEqual([
      'strategy bm25 is in the baseline only: add it again, or say `renamedFrom: bm25`',
    ])
    const told = await decideSides(base, { ...base, strategies: { lexical: { rankings, renamedFrom: 'bm25' } } })
    expect(told.verdict).toMatchObject({ status: 'pass', deciding: { strategy: 'lexical', change: 0 } })
    expect(told.comparison?.strategies[0]?.renamedFrom).toBe('bm25')
  })

  it('is invalid where every id changed', async () => {
    const ids = (id: string) => `new-${id}`
    const rankings = Object.entries(base.strategies['bm25']!.rankings).map(([id, places]) => [ids(id), places])
    const head = asking({ ...base, strategies: { bm25: { rankings: Object.fromEntries(rankings) } } }, (one) => ({
      ...one,
      id: ids(one.id),
    }))
    const { verdict } = await decideSides(base, head)
    expect(verdict.status).toBe('invalid')
    expect(verdict.reasons).toEqual([
      "none of the baseline's 40 questions can be compared; 80 % must",
      'bm25: nothing to compare: no question has ndcg@10 on both sides',
    ])
  })

  it('is invalid below 80 % of the baseline, and decides at 80 %', async () => {
    const without = (count: number) => asking(base, (one, index) => (index < count ? null : one))
    expect((await decideSides(base, without(8))).verdict.status).toBe('pass')
    expect((await decideSides(base, without(9))).verdict.status).toBe('invalid')
  })

  it('is invalid where more than a tenth of the answers cannot be found at base', async () => {
    const text = (id: string, more: string) => `${id}\n${more}\nlast`
    const sideWith = (more: string, lines: string) =>
      asking(
        { ...base, documents: Object.fromEntries(base.queries.map(({ id }) => [`${id}.md`, text(id, more)])) },
        (one, index) => (index < 5 ? query(one.id, [`${one.id}.md:${lines}`]) : one),
      )
    const files = sideWith('old', '1-2')
    const before = asking(files, (one, index) => (index < 5 ? query(one.id, [`${one.id}.md`]) : one))
    const { comparison, verdict } = await decideSides(before, sideWith('new', '1-2'))
    expect(comparison?.uncarried.map(({ reason }) => reason)).toEqual(Array(5).fill('unmapped'))
    expect(verdict.status).toBe('invalid')
    expect(verdict.reasons[0]).toBe("5 of 40 expected answers cannot be found in the baseline's files; 10 % may")
  })

  it('is invalid where a metric looks deeper than the baseline kept', async () => {
    const rules = [{ metric: 'ndcg@20' }]
    const { verdict } = await decideSides({ ...base, depth: 10 }, { ...base, rules })
    expect(verdict.status).toBe('invalid')
    expect(verdict.reasons).toEqual(['bm25: ndcg@20 looks deeper than the 10 positions that both reports keep'])
  })

  it('takes metrics without a cut at the lesser depth of both sides', async () => {
    const deep = retrieving(base, { q001: [...Array.from({ length: 20 }, (_, rank) => `d${rank}.md`), 'q001.md'] })
    const { comparison } = await decideSides({ ...deep, depth: 10 }, deep)
    expect(reportOf(deep).strategies['bm25']?.queries['q001']?.['mrr']).toBeCloseTo(1 / 21, 12)
    expect(comparison?.strategies[0]?.metrics['mrr']).toMatchObject({ base: { 0: 0 }, now: { 0: 0 } })
  })
})
