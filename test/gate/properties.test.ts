import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Query } from '../../src/model.ts'
import { decideSides, judgment, query, type Side } from '../comparison/sides.ts'

const NASTY = [
  'constructor',
  '__proto__',
  'toString',
  '1',
  '10',
  '2',
  'a b',
  '登录',
  'é',
  'hasOwnProperty',
  'q/1',
  '%20',
]
const ids = [...NASTY, ...Array.from({ length: 12 }, (_, index) => `q${index}`)]
const paths = ['constructor', '__proto__', '1', 'a b.md', '文档/é.md', 'x.md', 'y.md', 'z/1.md']

const places = fc.uniqueArray(fc.constantFrom(...paths), { maxLength: 6 })
const anyQuery = (id: string): fc.Arbitrary<Query> =>
  fc
    .record({
      answers: fc.uniqueArray(fc.tuple(fc.constantFrom(...paths, 'z/*'), fc.nat(3)), {
        maxLength: 3,
        selector: ([path]) => path,
      }),
      category: fc.constantFrom('easy', 'hard', '__proto__', 'constructor'),
      cluster: fc.constantFrom(undefined, 'c1', 'c2'),
    })
    .map(({ answers, category, cluster }) =>
      query(
        id,
        answers.map(([path, grade]) => judgment(path, grade)),
        cluster === undefined ? { category } : { category, cluster },
      ),
    )

const rankings = fc.tuple(...ids.map(() => places)).map((all) => Object.fromEntries(ids.map((id, i) => [id, all[i]!])))
const documents = Object.fromEntries(paths.map((path) => [path, `text of ${path}`]))
const rules = [
  { minPairs: 1 },
  { minPairs: 1, confidence: 'require', metric: 'recall@5' },
  { minPairs: 1, worst: 'category', maxDrop: { share: 0.1 } },
  { minPairs: 1, where: { category: '__proto__' }, min: 0.2, maxDrop: { absolute: 0.1 } },
] as const
const twoSides = fc.record({
  queries: fc.tuple(...ids.map(anyQuery)),
  before: rankings,
  now: rankings,
  dense: rankings,
})
const shuffled = <T>(items: readonly T[]) => fc.shuffledSubarray([...items], { minLength: items.length })

type Drawn = typeof twoSides extends fc.Arbitrary<infer T> ? T : never

function sides({ queries, before, now, dense }: Drawn): [Side, Side] {
  const side = (bm25: Drawn['now']): Side => ({
    queries,
    documents,
    rules: rules.map((rule) => ({ ...rule })),
    metrics: ['ndcg@10', 'recall@5', 'mrr', 'judged@10', 'no-evidence-accuracy', 'map'],
    strategies: { constructor: { rankings: bm25 }, dense: { rankings: dense } },
  })
  return [side(before), side(now)]
}

const few = { numRuns: 8 }

describe('a verdict', () => {
  it('is equal when decided twice', async () => {
    await fc.assert(
      fc.asyncProperty(twoSides, async (drawn) => {
        const [base, head] = sides(drawn)
        expect((await decideSides(base, head)).verdict).toEqual((await decideSides(base, head)).verdict)
      }),
      few,
    )
  })

  it('does not depend on the order of queries or documents on either side', async () => {
    const orders = fc.record({ queries: shuffled(ids), paths: shuffled(paths) })
    await fc.assert(
      fc.asyncProperty(twoSides, orders, orders, async (drawn, first, second) => {
        const [base, head] = sides(drawn)
        const reordered = (side: Side, order: typeof first): Side => ({
          ...side,
          queries: order.queries.map((id) => side.queries.find((one) => one.id === id)!),
          documents: Object.fromEntries(order.paths.map((path) => [path, documents[path]!])),
        })
        const { verdict } = await decideSides(reordered(base, first), reordered(head, second))
        expect(verdict).toEqual((await decideSides(base, head)).verdict)
      }),
      few,
    )
  })

  it('is the same for a query removed on both sides alike as for one that never was', async () => {
    await fc.assert(
      fc.asyncProperty(twoSides, fc.constantFrom(...ids), async (drawn, gone) => {
        const [base, head] = sides(drawn)
        const asked = (side: Side): Side => ({ ...side, queries: side.queries.filter(({ id }) => id !== gone) })
        const never = (side: Side): Side => ({
          ...asked(side),
          strategies: Object.fromEntries(
            Object.entries(side.strategies).map(([name, strategy]) => [
              name,
              { rankings: Object.fromEntries(Object.entries(strategy.rankings).filter(([id]) => id !== gone)) },
            ]),
          ),
        })
        const { verdict } = await decideSides(asked(base), asked(head))
        expect(verdict).toEqual((await decideSides(never(base), never(head))).verdict)
      }),
      few,
    )
  })

  it('passes, with every change exactly 0 and nothing broken, where both sides are the same', async () => {
    await fc.assert(
      fc.asyncProperty(twoSides, async (drawn) => {
        const [, head] = sides(drawn)
        const { comparison, verdict } = await decideSides(head, head)
        expect(verdict.results.filter(({ change }) => change !== null && change !== 0)).toEqual([])
        expect(verdict.results.filter(({ status, rule }) => status === 'fail' && rule.min === undefined)).toEqual([])
        expect(verdict.broke).toEqual([])
        expect(comparison?.queries).toMatchObject({ added: [], removed: [], reworded: [], rejudged: [] })
        expect(comparison?.queries.shared).toHaveLength(ids.length)
        expect(comparison?.strategies.map(({ identical }) => identical)).toEqual([true, true])
      }),
      few,
    )
  })

  it('finds in the comparison the scores that the reports give, where nothing but the retrieval changed', async () => {
    await fc.assert(
      fc.asyncProperty(twoSides, async (drawn) => {
        const [base, head] = sides(drawn)
        const { comparison, report } = await decideSides(base, head)
        for (const strategy of comparison!.strategies) {
          for (const { metric, ids: shared, now } of Object.values(strategy.metrics)) {
            const scores = shared.map((id) => report.strategies[strategy.strategy]!.queries[id]![metric])
            expect(now).toEqual(scores)
          }
        }
      }),
      few,
    )
  })
})
