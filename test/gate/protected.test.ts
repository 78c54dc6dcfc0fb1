import { describe, expect, it } from 'vitest'
import { decideOutcome } from '../../src/decide-outcome.ts'
import type { Verdict } from '../../src/gate/verdict.ts'
import { outcomeSchema } from '../../src/github/outcome-schema.ts'
import {
  asking,
  breaking,
  decideSides,
  judgment,
  query,
  reportOf,
  retrieving,
  type Side,
  simpleSide,
} from '../comparison/sides.ts'

const side = { ...simpleSide(20), rules: [{ maxDrop: { absolute: 0.9 } }] }
/** The rules allow anything, so that only the pinned question can fail. */
const pinned = asking(side, (one) => (one.id === 'q001' ? { ...one, pinned: true } : one))
/** `q001` finds `other.md` now, and not its answer. */
const broken = breaking(pinned, 1)
const change = (from: Side, to: Parameters<typeof query>[2] & { answers?: Parameters<typeof query>[1] }): Side =>
  asking(from, (one) => {
    if (one.id !== 'q001') return one
    const { answers, ...more } = to
    return query('q001', answers ?? one.judgments, {
      ...one,
      ...more,
      judgments: answers?.map(labelOf) ?? one.judgments,
    })
  })
const labelOf = (answer: NonNullable<Parameters<typeof query>[1]>[number]) =>
  typeof answer === 'string' ? judgment(answer) : answer

const OPTIONS = { root: null, seed: 'seed', links: {} }
const at = (side: Side, protect = false) => {
  const report = reportOf(side)
  return { report: { ...report, gate: { ...report.gate, protect } }, label: 'base', source: 'file', note: 'base' }
}

async function protecting(before: Side, now: Side, match = reportOf(now).match): Promise<Verdict> {
  const outcome = await decideOutcome({ ...reportOf(now), match }, at(before, true), OPTIONS)
  expect(outcomeSchema.parse(JSON.parse(JSON.stringify(outcome))).comparison).toEqual(outcome.comparison)
  return outcome.verdict
}

const failure = { query: 'q001', strategy: 'bm25', why: "has none of the base branch's answers in the top 10" }

describe('a pinned question of a protected base branch', () => {
  it('fails where its answer is lost, and passes where it is not', async () => {
    expect(await protecting(pinned, broken)).toMatchObject({ status: 'fail', pinned: [failure] })
    expect((await protecting(pinned, pinned)).status).toBe('pass')
  })

  it.each<[string, Side]>([
    ['says that what is found is the answer', change(broken, { answers: ['other.md'] })],
    ['adds what is found to the answers', change(broken, { answers: ['q001.md', 'other.md'] })],
    ['lets every file answer', change(broken, { answers: ['*.md'] })],
    ['says that it has no answer', retrieving(change(pinned, { answers: [] }), { q001: [] })],
    [
      'grades the answer as not relevant',
      retrieving(change(pinned, { answers: [judgment('q001.md', 0)] }), { q001: [] }),
    ],
  ])('is judged by the answers of the base where the change %s', async (_, head) => {
    expect((await decideSides(pinned, head)).verdict.status).not.toBe('fail')
    expect(await protecting(pinned, head)).toMatchObject({ status: 'fail', pinned: [failure] })
  })

  it.each<[string, Side]>([
    ['drops the pin', change(broken, { pinned: false })],
    ['drops the pin and the white space', change(broken, { pinned: false, text: 'What about q001? ' })],
  ])('stays pinned where the change %s', async (_, head) => {
    expect((await decideSides(pinned, head)).verdict.status).toBe('pass')
    expect(await protecting(pinned, head)).toMatchObject({ status: 'fail', pinned: [failure] })
  })

  it('stays pinned where the change drops the pin and writes the question in another form of Unicode', async () => {
    const before = change(pinned, { text: 'Caf\u00e9?' })
    const head = change(broken, { text: 'Cafe\u0301?', pinned: false })
    expect(await protecting(before, head)).toMatchObject({ status: 'fail', pinned: [failure] })
  })

  it('fails where it is removed or reworded', async () => {
    const removed = await protecting(
      pinned,
      asking(pinned, (one) => (one.id === 'q001' ? null : one)),
    )
    expect(removed.status).toBe('fail')
    expect(removed.pinned).toEqual([{ query: 'q001', why: 'was removed' }])
    const reworded = await protecting(pinned, change(broken, { text: 'Something else', pinned: false }))
    expect(reworded.pinned).toEqual([
      { query: 'q001', why: 'was reworded, and the base branch protects its questions', protected: true },
    ])
  })

  it('follows its answer where that was moved', async () => {
    const { 'q001.md': text = '', ...others } = pinned.documents
    const moved: Side = { ...pinned, documents: { ...others, 'new/q001.md': text } }
    const found = retrieving(moved, { q001: ['new/q001.md'] })
    expect((await protecting(pinned, found)).pinned).toEqual([])
    expect((await protecting(pinned, change(found, { answers: ['new/q001.md'] }))).pinned).toEqual([])
  })

  it('follows the lines of its answer, not those that the change names', async () => {
    const page = ['one', 'two', 'three', 'answer', 'answer', 'six'].join('\n')
    const at = (lines: string, text: string, found: string): Side => ({
      ...retrieving(change(pinned, { answers: [`q001.md:${lines}`] }), { q001: [found] }),
      documents: { ...pinned.documents, 'q001.md': text },
    })
    const before = at('4-5', page, 'q001.md:4-5')
    const decoy = `decoy\ndecoy\n${page}`
    expect((await protecting(before, at('6-7', decoy, 'q001.md:6-7'))).pinned).toEqual([])
    const relabelled = at('1-2', decoy, 'q001.md:1-2')
    expect((await decideSides(before, relabelled)).verdict.status).toBe('pass')
    expect(await protecting(before, relabelled)).toMatchObject({ status: 'fail', pinned: [failure] })
  })

  it('is matched as the base matches', async () => {
    const lines = (found: string) => retrieving(change(pinned, { answers: ['q001.md:1-4'] }), { q001: [found] })
    const before = lines('q001.md:1-4')
    const head = lines('q001.md:3-9')
    expect((await decideOutcome({ ...reportOf(head), match: 'coverage' }, at(before), OPTIONS)).verdict.status).toBe(
      'pass',
    )
    expect(await protecting(before, head, 'coverage')).toMatchObject({ status: 'fail', pinned: [failure] })
  })

  it('of the change itself is judged by its own answers', async () => {
    const head = retrieving(
      { ...pinned, queries: [...pinned.queries, query('added', ['other.md'], { pinned: true })] },
      { added: ['q002.md'] },
    )
    expect((await protecting(pinned, head)).pinned).toEqual([
      { query: 'added', strategy: 'bm25', why: 'has no expected answer in the top 10' },
    ])
  })
})

describe('the rules of a protected base branch', () => {
  it('hold a strategy that the change renames', async () => {
    const strict = simpleSide(20)
    const { bm25 } = breaking(strict, 3).strategies
    const head: Side = { ...strict, strategies: { lexical: { ...bm25!, renamedFrom: 'bm25' } } }
    expect(await protecting(strict, head)).toMatchObject({
      status: 'fail',
      deciding: { strategy: 'lexical', rule: { strategies: ['lexical'] } },
    })
  })

  it('hold every strategy that the change calls by a former name', async () => {
    const strict = simpleSide(20)
    const good = { ...strict.strategies.bm25!, renamedFrom: 'bm25' }
    const bad = { ...breaking(strict, 3).strategies.bm25!, renamedFrom: 'bm25' }
    const verdict = await protecting(strict, { ...strict, strategies: { good, bad } })
    expect(verdict).toMatchObject({ status: 'fail', deciding: { strategy: 'bad' } })
  })

  it('match as the base does, whatever the change says', async () => {
    const lines = (found: string): Side => ({
      ...asking(simpleSide(20), ({ id }) => query(id, [`${id}.md:1-4`])),
      strategies: {
        bm25: {
          rankings: Object.fromEntries(simpleSide(20).queries.map(({ id }) => [id, [`${id}.md:${found}`]])),
        },
      },
    })
    const head = lines('3-9')
    expect(
      (await decideOutcome({ ...reportOf(head), match: 'coverage' }, at(lines('1-4')), OPTIONS)).verdict.status,
    ).toBe('pass')
    const loose = await protecting(lines('1-4'), head, 'coverage')
    expect(loose.status).toBe('fail')
    expect(loose.loosened).toContain('What counts as an answer changed: `match` went from contains to coverage.')
  })

  it('hold also on a metric that the change does not show any more', async () => {
    const before: Side = { ...simpleSide(20), rules: [{ metric: 'precision@5' }], metrics: ['precision@5'] }
    const after: Side = { ...breaking(simpleSide(20), 5), metrics: ['ndcg@10'] }
    expect(await protecting(before, after)).toMatchObject({
      status: 'fail',
      deciding: { rule: { metric: 'precision@5' } },
    })
  })
})
