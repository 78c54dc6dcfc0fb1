import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Hit } from '../../src/model.ts'
import { hybrid } from '../../src/strategies/hybrid.ts'
import type { Retriever } from '../../src/strategies/strategy.ts'
import { chunk } from './chunks.ts'
import { contextWith, fixedPart, hitsNamed } from './fixed-part.ts'

const signal = new AbortController().signal
const question = { id: 'q', text: 'anything' }
const shared = [chunk('a', 'text')]

function build(parts: Readonly<Record<string, Retriever>>, settings: object = {}, chunks = () => shared) {
  const whole = hybrid.schema.parse({ of: Object.keys(parts), ...settings })
  return hybrid.build(whole, contextWith(parts, chunks))
}

function scores(hits: readonly Hit[]): Record<string, number> {
  return Object.fromEntries(hits.map(({ id, score }) => [id, score]))
}

describe('reciprocal rank fusion', () => {
  test('adds 1 / (60 + rank) of each part', async () => {
    const retriever = await build({ x: fixedPart(hitsNamed('abc')), y: fixedPart(hitsNamed('cad')) }, { fusion: 'rrf' })
    const { hits } = await retriever.retrieve(question, 10, signal)
    expect(hits.map(({ id }) => id)).toEqual(['a', 'c', 'b', 'd'])
    expect(scores(hits)).toEqual({ a: 1 / 61 + 1 / 62, c: 1 / 63 + 1 / 61, b: 1 / 62, d: 1 / 63 })
  })

  test('takes another constant, and weights', async () => {
    const parts = { x: fixedPart(hitsNamed('ab')), y: fixedPart(hitsNamed('b')) }
    const retriever = await build(parts, { fusion: 'rrf', k: 1, weights: [3, 1] })
    expect(scores((await retriever.retrieve(question, 10, signal)).hits)).toEqual({ a: 3 / 2, b: 3 / 3 + 1 / 2 })
  })
})

describe('weighted fusion', () => {
  test('adds the scores, brought to 0..1, by 0.7 for the first part and 0.3 for the second', async () => {
    const x = fixedPart([
      { id: 'a', score: 9 },
      { id: 'b', score: 5 },
      { id: 'c', score: 1 },
    ])
    const y = fixedPart([
      { id: 'b', score: 0.5 },
      { id: 'd', score: -0.5 },
    ])
    const retriever = await build({ x, y }, { fusion: 'weighted' })
    const found = scores((await retriever.retrieve(question, 10, signal)).hits)
    expect(found.a).toBeCloseTo(0.7)
    expect(found.b).toBeCloseTo(0.35 + 0.3)
    expect(found.c).toBe(0)
    expect(found.d).toBe(0)
  })

  test('shares 0.3 among the parts after the first', async () => {
    const parts = { x: fixedPart(hitsNamed('a')), y: fixedPart(hitsNamed('b')), z: fixedPart(hitsNamed('c')) }
    const found = scores((await (await build(parts, { fusion: 'weighted' })).retrieve(question, 10, signal)).hits)
    expect(found.a).toBeCloseTo(0.7)
    expect(found.b).toBeCloseTo(0.15)
    expect(found.c).toBeCloseTo(0.15)
  })

  test('counts hits of one score in full', async () => {
    const tied = fixedPart([
      { id: 'a', score: 2 },
      { id: 'b', score: 2 },
    ])
    const retriever = await build({ x: tied, y: fixedPart([]) }, { fusion: 'weighted' })
    expect(scores((await retriever.retrieve(question, 10, signal)).hits)).toEqual({ a: 0.7, b: 0.7 })
  })
})

describe('what counts as the same hit', () => {
  const whole = fixedPart([
    { id: 'a.md', path: 'a.md', score: 2 },
    { id: 'b.md', path: 'b.md', score: 1 },
  ])
  const pieces = fixedPart([
    { id: 'b.md:1-5', path: 'b.md', startLine: 1, endLine: 5, score: 9 },
    { id: 'b.md:6-9', path: 'b.md', startLine: 6, endLine: 9, score: 8 },
    { id: 'a.md:1-4', path: 'a.md', startLine: 1, endLine: 4, score: 7 },
  ])

  test('is the document where parts are cut differently: best rank counts, the first part stands for it', async () => {
    const settings = hybrid.schema.parse({ of: ['pieces', 'whole'], fusion: 'rrf' })
    const context = contextWith({ pieces, whole }, (name) => [chunk(name, '')])
    const { hits } = await (await hybrid.build(settings, context)).retrieve(question, 10, signal)
    expect(hits.map(({ id }) => id)).toEqual(['b.md:1-5', 'a.md:1-4'])
    expect(scores(hits)).toEqual({ 'b.md:1-5': 1 / 61 + 1 / 62, 'a.md:1-4': 1 / 63 + 1 / 61 })
  })

  test('is the document where it is not known how a part is cut', async () => {
    const settings = hybrid.schema.parse({ of: ['pieces', 'whole'], fusion: 'rrf' })
    const { hits } = await (await hybrid.build(settings, contextWith({ pieces, whole }))).retrieve(question, 10, signal)
    expect(hits).toHaveLength(2)
  })

  test('is the chunk where the parts share them', async () => {
    const { hits } = await (await build({ pieces, whole })).retrieve(question, 10, signal)
    expect(hits).toHaveLength(5)
  })
})

describe('confidence', () => {
  const weak = fixedPart(hitsNamed('b', 3))

  test('is the raw top score of the first part', async () => {
    const retriever = await build({ x: fixedPart(hitsNamed('a', 17)), weak })
    expect((await retriever.retrieve(question, 1, signal)).confidence).toBe(17)
  })

  test('is what the first part was handed itself', async () => {
    const retriever = await build({ x: fixedPart(hitsNamed('a'), { confidence: 5 }), weak })
    expect((await retriever.retrieve(question, 1, signal)).confidence).toBe(5)
  })

  test('is 0 where only other parts find something, and absent where none does', async () => {
    expect((await (await build({ x: fixedPart([]), weak })).retrieve(question, 1, signal)).confidence).toBe(0)
    const nothing = await build({ x: fixedPart([]), y: fixedPart([]) })
    expect(await nothing.retrieve(question, 1, signal)).toEqual({ hits: [] })
  })
})

const ids = fc.uniqueArray(fc.constantFrom(...'abcdefghijklmnop'), { maxLength: 12 }).map((names) => names.join(''))

test('a ranking of k hits is the beginning of that of k + 1, in the order of all rankings', async () => {
  const fusion = fc.constantFrom('rrf', 'weighted')
  await fc.assert(
    fc.asyncProperty(
      ids,
      ids,
      fusion,
      fc.integer({ min: 1, max: 9 }),
      fc.nat(14),
      async (x, y, kind, candidates, k) => {
        const retriever = await build(
          { x: fixedPart(hitsNamed(x)), y: fixedPart(hitsNamed(y)) },
          { fusion: kind, candidates },
        )
        const shorter = await retriever.retrieve(question, k, signal)
        const longer = await retriever.retrieve(question, k + 1, signal)
        expect(shorter.hits).toEqual(longer.hits.slice(0, k))
        expect(new Set(longer.hits.map(({ id }) => id)).size).toBe(longer.hits.length)
        const all = (await retriever.retrieve(question, 100, signal)).hits
        expect(new Set(all.map(({ id }) => id))).toEqual(new Set(x.slice(0, candidates) + y.slice(0, candidates)))
      },
    ),
  )
})

test('explains a hit by its rank in each part and the share it has of it', async () => {
  const retriever = await build({ x: fixedPart(hitsNamed('ab')), y: fixedPart(hitsNamed('b')) }, { fusion: 'rrf' })
  expect(await retriever.explain!(question, { id: 'a', score: 0 }, signal)).toEqual({
    score: 1 / 61,
    parts: [
      { label: 'x: rank 1', value: 1 / 61 },
      { label: 'y: not in its first 100', value: 0 },
    ],
  })
})

test('takes batches only where all parts do', async () => {
  const single: Retriever = { retrieve: async () => ({ hits: hitsNamed('a') }) }
  const mixed = await build({ x: fixedPart(hitsNamed('a')), single })
  expect(mixed.retrieveAll).toBeUndefined()
  expect((await mixed.retrieve(question, 1, signal)).hits).toHaveLength(1)
  expect((await build({ x: fixedPart([]), y: fixedPart([]) })).retrieveAll).toBeDefined()
})

test('orders what a part returns out of order', async () => {
  const unordered = fixedPart([
    { id: 'b', score: 1 },
    { id: 'a', score: 2 },
  ])
  const { hits } = await (await build({ unordered, y: fixedPart([]) })).retrieve(question, 2, signal)
  expect(hits.map(({ id }) => id)).toEqual(['a', 'b'])
})

test.each([
  [{ of: ['a'] }, 'of'],
  [{ of: ['a', 'a'] }, 'twice'],
  [{ of: ['a', 'b'], weights: [1] }, 'as many weights'],
  [{ of: ['a', 'b'], weights: [0, 0] }, 'above 0'],
  [{ of: ['a', 'b'], fusion: 'magic' }, 'rrf'],
  [{ of: ['a', 'b'], depth: 5 }, 'depth'],
])('refuses the settings %j', (settings, said) => {
  expect(() => hybrid.schema.parse(settings)).toThrow(said)
})
