import { describe, expect, it } from 'vitest'
import { asking, breaking, decideSides, judgment, query, retrieving, type Side, simpleSide } from './sides.ts'

const base = simpleSide(20)
const compared = async (before: Side, head: Side) => (await decideSides(before, head)).comparison!

/** A document of ten numbered lines, with `above` put in on top. */
const numbered = (above: readonly string[] = []) =>
  [...above, ...Array.from({ length: 10 }, (_, line) => `line ${line + 1}`)].join('\n')

function withLines(text: string, answer: string, hit: string): Side {
  const side = asking({ ...base, documents: { ...base.documents, 'l.md': text } }, (one) =>
    one.id === 'q001' ? query('q001', [answer]) : one,
  )
  return retrieving(side, { q001: [hit] })
}

describe('what became of each query', () => {
  it('is told worst first and then by id', async () => {
    const head = retrieving(base, {
      q005: ['other.md'],
      q003: ['other.md'],
      q007: ['other.md', 'q007.md'],
    })
    const { changes } = (await compared(base, head)).strategies[0]!
    expect(changes.slice(0, 4).map(({ id, kind }) => [id, kind])).toEqual([
      ['q003', 'broke'],
      ['q005', 'broke'],
      ['q007', 'worse'],
      ['q001', 'same'],
    ])
    const [back] = (await compared(head, base)).strategies[0]!.changes.slice(-1)
    expect(back).toMatchObject({ id: 'q005', kind: 'fixed', difference: 1 })
  })

  it('names what fell out and what came in, with their ranks', async () => {
    const head = retrieving(
      { ...base, documents: { ...base.documents, 'new.md': 'n' } },
      { q001: ['new.md', 'other.md'] },
    )
    const [first] = (await compared(base, head)).strategies[0]!.changes
    expect(first).toMatchObject({
      id: 'q001',
      expected: [{ baseRank: 1, nowRank: null, deleted: false }],
      fellOut: [{ path: 'q001.md', rank: 1, absentOnOtherSide: false }],
      cameIn: [{ path: 'new.md', rank: 1, absentOnOtherSide: true }],
    })
  })

  it('fails beyond the cut of the first rule that can fail', async () => {
    const fillers = Array.from({ length: 9 }, (_, rank) => `f${rank}.md`)
    const head = { ...retrieving(base, { q001: [...fillers.slice(0, 5), 'q001.md'] }), rules: [{ metric: 'recall@5' }] }
    const strategy = (await compared(base, head)).strategies[0]!
    expect(strategy.headline).toBe('recall@5')
    expect(strategy.changes[0]).toMatchObject({ id: 'q001', kind: 'broke' })
  })
})

describe('judgments with lines', () => {
  const cut = (at: number) => `l.md:${at}-${at + 2}`

  it('mean at base what they meant there, as long as nobody edits them', async () => {
    const before = withLines(numbered(), cut(4), cut(4))
    const after = withLines(numbered(['x', 'y']), cut(4), cut(6))
    const comparison = await compared(before, after)
    expect(comparison.queries.rejudged).toEqual([])
    expect(comparison.strategies[0]!.changes[0]).toMatchObject({ id: 'q001', kind: 'broke' })
  })

  it('show no difference where text was put in above and the label was moved along', async () => {
    const before = withLines(numbered(), cut(4), cut(4))
    const after = withLines(numbered(['x', 'y']), cut(6), cut(6))
    const comparison = await compared(before, after)
    expect(comparison.queries.rejudged).toEqual([])
    expect(comparison.uncarried).toEqual([])
    expect(comparison.strategies[0]!.changes.every(({ difference }) => difference === 0)).toBe(true)
  })

  it('are listed as re-judged where nobody can say how their lines moved', async () => {
    const before = withLines(numbered(), cut(4), cut(4))
    const after = withLines(numbered(['x']), cut(8), cut(8))
    const comparison = await compared(before, after)
    expect(comparison.queries.rejudged).toEqual(['q001'])
    const { metrics, oldJudgments } = comparison.strategies[0]!
    expect(metrics['ndcg@10']).toMatchObject({ base: { 0: 1 }, now: { 0: 1 } })
    expect(oldJudgments?.['ndcg@10']).toMatchObject({ base: { 0: 1 }, now: { 0: 0 } })
  })

  it('leave the comparison as unmapped where the baseline had none in this file', async () => {
    const before = asking(withLines(numbered(), cut(4), cut(4)), (one) =>
      one.id === 'q001' ? query('q001', ['other.md']) : one,
    )
    const comparison = await compared(before, withLines(numbered(['x']), cut(8), cut(8)))
    expect(comparison.uncarried).toEqual([{ query: 'q001', judgment: cut(8), reason: 'unmapped' }])
    expect(comparison.queries.shared).not.toContain('q001')
    expect(comparison.queries.rejudged).toEqual(['q001'])
  })
})

describe('judgments in another order', () => {
  it('are the same judgments', async () => {
    const both = (answers: readonly string[]) =>
      asking(base, (one) => (one.id === 'q001' ? query('q001', answers) : one))
    const comparison = await compared(both(['q001.md', 'other.md']), both(['other.md', 'q001.md']))
    expect(comparison.queries.rejudged).toEqual([])
  })
})

describe('strategies', () => {
  it('are identical only where hits and their content are', async () => {
    const identical = async (head: Side) => (await compared(base, head)).strategies[0]!.identical
    expect(await identical(base)).toBe(true)
    expect(await identical({ ...base, documents: { ...base.documents, 'q001.md': 'edited' } })).toBe(false)
    expect(await identical(retrieving(base, { q001: ['q001.md'] }))).toBe(false)
    expect(await identical(breaking(base, 1))).toBe(false)
  })

  it('are judged with the minScore of their own side', async () => {
    const strict = { ...base, strategies: { bm25: { ...base.strategies['bm25']!, minScore: 2 } } }
    const { changes } = (await compared(base, strict)).strategies[0]!
    expect(changes.every(({ base, now }) => base === 1 && now === 0)).toBe(true)
  })

  it('are new, missing or renamed', async () => {
    const { rankings } = base.strategies['bm25']!
    const comparison = await compared(
      { ...base, strategies: { old: { rankings }, gone: { rankings } } },
      { ...base, strategies: { constructor: { rankings, renamedFrom: 'old' }, fresh: { rankings } } },
    )
    expect(comparison).toMatchObject({ missingStrategies: ['gone'], newStrategies: ['fresh'] })
    expect(comparison.strategies).toMatchObject([{ strategy: 'constructor', renamedFrom: 'old', identical: true }])
  })
})

describe('a grade that is edited', () => {
  it('is judged by today on both sides, and by the old one where that is asked', async () => {
    const graded = (grade: number) =>
      asking(base, (one) => (one.id === 'q001' ? query('q001', [judgment('q001.md', grade), 'other.md']) : one))
    const { metrics, oldJudgments } = (await compared(graded(1), graded(3))).strategies[0]!
    expect(metrics['ndcg@10']!.base).toEqual(metrics['ndcg@10']!.now)
    expect(oldJudgments?.['ndcg@10']?.base).toEqual(oldJudgments?.['ndcg@10']?.now)
  })
})
