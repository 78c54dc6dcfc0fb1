import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chunk, Ranking } from '../../src/model.ts'
import { bm25 } from '../../src/strategies/bm25.ts'
import type { Retriever } from '../../src/strategies/strategy.ts'
import { bm25ByHand } from './bm25-oracle.ts'
import { chunk, contextOf } from './chunks.ts'

const signal = new AbortController().signal
const plain = { stemming: false, stopWords: false }

function build(chunks: readonly Chunk[], settings: object = plain): Promise<Retriever> {
  return bm25.build(bm25.schema.parse(settings), contextOf(chunks))
}

async function search(retriever: Retriever, text: string, k = 10): Promise<Ranking> {
  return retriever.retrieve({ id: 'q', text }, k, signal)
}

function ids(ranking: Ranking): string[] {
  return ranking.hits.map(({ id }) => id)
}

const word = fc.constantFrom('red', 'green', 'blue', 'white', 'black', 'grey')
const collection = fc
  .array(fc.array(word, { maxLength: 12 }), { minLength: 1, maxLength: 30 })
  .map((texts) => texts.map((words, index) => ({ id: `d${String(index).padStart(2, '0')}`, words })))
const query = fc.array(fc.oneof(word, fc.constant('unknown')), { maxLength: 5 })
const parameters = fc.record({
  k1: fc.double({ min: 0, max: 3, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
})

describe('the formula', () => {
  test('ranks and scores exactly as the formula by hand in single precision, ties included', async () => {
    await fc.assert(
      fc.asyncProperty(collection, query, parameters, async (documents, words, { k1, b }) => {
        const retriever = await build(
          documents.map((document) => chunk(document.id, document.words.join(' '))),
          { ...plain, k1, b },
        )
        const { hits } = await search(retriever, words.join(' '), 50)
        const expected = bm25ByHand(documents, words, { k1, b }, Math.fround)
        expect(hits.map(({ id, score }) => ({ id, score }))).toEqual(expected)
      }),
    )
  })

  test('is within a millionth of exact arithmetic', async () => {
    await fc.assert(
      fc.asyncProperty(collection, query, parameters, async (documents, words, { k1, b }) => {
        const retriever = await build(
          documents.map((document) => chunk(document.id, document.words.join(' '))),
          { ...plain, k1, b },
        )
        const exact = new Map(
          bm25ByHand(documents, words, { k1, b }, (value) => value).map((hit) => [hit.id, hit.score]),
        )
        for (const { id, score } of (await search(retriever, words.join(' '), 50)).hits) {
          expect(Math.abs(score / exact.get(id)! - 1)).toBeLessThan(1e-6)
        }
      }),
    )
  })

  test('gives a worked example its value', async () => {
    const retriever = await build([chunk('a', 'red red blue'), chunk('b', 'blue'), chunk('c', 'green green')])
    const { hits } = await search(retriever, 'red')
    const idf = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    expect(hits).toHaveLength(1)
    expect(hits[0]!.score).toBeCloseTo((idf * 2) / (2 + 1.2 * (0.25 + 0.75 * (3 / 2))), 6)
  })
})

describe('a ranking', () => {
  test('is the beginning of every longer one', async () => {
    await fc.assert(
      fc.asyncProperty(collection, query, fc.nat(12), async (documents, words, k) => {
        const retriever = await build(documents.map((document) => chunk(document.id, document.words.join(' '))))
        const shorter = await search(retriever, words.join(' '), k)
        const longer = await search(retriever, words.join(' '), k + 1)
        expect(shorter.hits).toEqual(longer.hits.slice(0, k))
      }),
    )
  })

  test('does not depend on the order of the chunks', async () => {
    await fc.assert(
      fc.asyncProperty(collection, query, async (documents, words) => {
        const chunks = documents.map((document) => chunk(document.id, document.words.join(' ')))
        const one = await search(await build(chunks), words.join(' '), 50)
        const other = await search(await build(chunks.toReversed()), words.join(' '), 50)
        expect(other).toEqual(one)
      }),
    )
  })

  test('is the same for one question and for many', async () => {
    const retriever = await build([chunk('a', 'red'), chunk('b', 'blue red'), chunk('c', 'green')])
    const questions = ['red', 'blue', 'nothing', 'green red'].map((text) => ({ id: text, text }))
    const together = await retriever.retrieveAll!(questions, 2, signal)
    expect(together).toEqual(await Promise.all(questions.map((question) => retriever.retrieve(question, 2, signal))))
  })

  test('breaks ties by path, first line and id', async () => {
    const chunks = [
      chunk('4', 'red', { path: 'b.md', startLine: 1 }),
      chunk('3', 'red', { path: 'a.md', startLine: 10 }),
      chunk('2', 'red', { path: 'a.md', startLine: 9 }),
      chunk('1', 'red', { path: 'a.md', startLine: 9 }),
    ]
    expect(ids(await search(await build(chunks, { ...plain, fields: { path: 0 } }), 'red'))).toEqual([
      '1',
      '2',
      '3',
      '4',
    ])
  })

  test('is empty for an empty question, unknown words and no chunks', async () => {
    const retriever = await build([chunk('a', 'red')])
    expect(ids(await search(retriever, ''))).toEqual([])
    expect(ids(await search(retriever, 'purple, orange!'))).toEqual([])
    expect(ids(await search(await build([]), 'red'))).toEqual([])
    expect(ids(await search(await build([chunk('a', '')]), 'red'))).toEqual([])
  })

  test('has no chunk without a word of the question', async () => {
    expect(ids(await search(await build([chunk('a', 'red'), chunk('b', 'blue')]), 'red'))).toEqual(['a'])
  })

  test('carries what a hit is known by', async () => {
    const source = chunk('a.md:3-7', 'red', { document: 'a.md', path: 'a.md', startLine: 3, endLine: 7, tokens: 2 })
    const { hits } = await search(await build([source]), 'red')
    const { headings: _, ...known } = source
    expect(hits.map((hit) => ({ ...hit, text: hit.text }))).toEqual([{ ...known, score: expect.any(Number) }])
  })
})

describe('fields', () => {
  const chunks = [
    chunk('body', 'red one two'),
    chunk('heading', 'one two three', { headings: ['Red'] }),
    chunk('path', 'one two three', { path: 'red.ts' }),
  ]

  test('of path, heading and body are all searched', async () => {
    expect(ids(await search(await build(chunks), 'red')).sort()).toEqual(['body', 'heading', 'path'])
  })

  test('count by their weight', async () => {
    const headings = await build(chunks, { ...plain, fields: { path: 0, heading: 5, body: 1 } })
    expect(ids(await search(headings, 'red'))).toEqual(['heading', 'body'])
    const paths = await build(chunks, { ...plain, fields: { path: 5, heading: 0, body: 1 } })
    expect(ids(await search(paths, 'red'))).toEqual(['path', 'body'])
  })
})

describe('an explanation', () => {
  test('has a part for each word of the question that the hit contains, and they make up its score', async () => {
    const retriever = await build([chunk('a', 'red blue blue'), chunk('b', 'red'), chunk('c', 'green')])
    const question = { id: 'q', text: 'blue red blue green' }
    const [hit] = (await retriever.retrieve(question, 1, signal)).hits
    const { score, parts } = await retriever.explain!(question, hit!, signal)
    expect(score).toBe(hit!.score)
    expect(parts.map(({ label }) => label)).toEqual(['blue', 'red'])
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(score, 6)
  })

  test('of a hit that is not in the index is empty', async () => {
    const retriever = await build([chunk('a', 'red')])
    expect(await retriever.explain!({ id: 'q', text: 'red' }, { id: 'b', score: 1 }, signal)).toEqual({
      score: 0,
      parts: [],
    })
  })
})

describe('an update', () => {
  test('gives what building anew would give', async () => {
    const change = fc.array(fc.array(word, { maxLength: 12 }), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(collection, change, fc.array(fc.nat(29)), query, async (documents, texts, gone, words) => {
        const chunks = documents.map((document) => chunk(document.id, document.words.join(' ')))
        const removed = gone.map((index) => `d${String(index).padStart(2, '0')}`)
        const changed = texts.map((text, index) => chunk(`d${String(index * 7).padStart(2, '0')}`, text.join(' ')))
        const left = chunks.filter(({ id }) => !removed.includes(id) && !changed.some((other) => other.id === id))
        const updated = await (await build(chunks)).update!(changed, removed)
        const anew = await build([...left, ...changed])
        expect(await search(updated, words.join(' '), 50)).toEqual(await search(anew, words.join(' '), 50))
      }),
    )
  })

  test('leaves the old index as it was', async () => {
    const old = await build([chunk('a', 'red')])
    await old.update!([chunk('a', 'violet')], [])
    expect(ids(await search(old, 'red'))).toEqual(['a'])
    expect(ids(await search(old, 'violet'))).toEqual([])
  })
})

describe('on every version of Node', () => {
  const chunks = [
    chunk('en', 'Passwords are hashed with bcrypt before they are stored.'),
    chunk('code', 'function hashPassword(plain) { return bcrypt.hash(plain, 12) }', {
      path: 'src/auth/hash-password.ts',
    }),
    chunk('zh', '密码在存储之前用 bcrypt 进行哈希处理。'),
    chunk('fr', 'Le mot de passe est haché', { headings: ['Sécurité', 'Mots de passe'] }),
  ]

  test.each([
    ['How is a password hashed?', { code: 0.905336856842041, en: 0.8608680367469788 }],
    ['密码哈希 bcrypt', { zh: 2.5473334789276123, en: 0.2214897871017456, code: 0.15554246306419373 }],
    ['securite haché', { fr: 1.2536879777908325 }],
  ])('“%s” gets the same scores to the last bit', async (text, scores) => {
    const { hits } = await search(await build(chunks, {}), text)
    expect(hits.map(({ id, score }) => [id, score])).toEqual(Object.entries(scores))
  })
})

describe('an aborted signal', () => {
  test('stops building and retrieving with its reason', async () => {
    const aborted = AbortSignal.abort(new Error('enough'))
    const retriever = await build([chunk('a', 'red')])
    await expect(retriever.retrieve({ id: 'q', text: 'red' }, 1, aborted)).rejects.toThrow('enough')
    await expect(retriever.retrieveAll!([{ id: 'q', text: 'red' }], 1, aborted)).rejects.toThrow('enough')
    const context = contextOf([chunk('a', 'red')], aborted)
    await expect(bm25.build(bm25.schema.parse({}), context)).rejects.toThrow('enough')
  })
})

describe('the settings', () => {
  test('default to Lucene’s parameters', () => {
    expect(bm25.schema.parse({})).toEqual({
      k1: 1.2,
      b: 0.75,
      fields: { path: 1, heading: 1, body: 1 },
      stemming: true,
      stopWords: true,
      expand: 'none',
      feedback: { chunks: 10, terms: 10, questionWeight: 0.5 },
    })
  })

  test.each([
    { k2: 1 },
    { k1: -1 },
    { k1: 1001 },
    { b: 1.5 },
    { fields: { title: 1 } },
    { fields: { body: 1e308 } },
    { fields: { body: 1e-30 } },
    { fields: { path: 0, heading: 0, body: 0 } },
    { stemming: 'yes' },
    { expand: 'rm4' },
    { feedback: { chunks: 0 } },
    { feedback: { terms: 1.5 } },
    { feedback: { questionWeight: 1.1 } },
  ])('refuse %j', (settings) => {
    expect(bm25.schema.safeParse(settings).success).toBe(false)
  })

  test('say what weights a field can have', () => {
    const message = (fields: object) => bm25.schema.safeParse({ fields }).error?.issues[0]?.message
    expect(message({ body: 1e-30 })).toBe('expected 0, or a number from 0.001 to 1000')
    expect(message({ path: 0, heading: 0, body: 0 })).toBe(
      'expected a weight above 0 for path, heading or body: with 0 for all, nothing is found',
    )
  })

  test.each([
    { fields: { path: 1000, heading: 1000, body: 1000 } },
    { fields: { path: 0, heading: 0, body: 0.001 } },
    { k1: 1000, b: 1 },
    { k1: 0, b: 0 },
  ])('find what there is to find at %j', async (settings) => {
    const texts = ['red red red', 'red green', 'blue']
    const chunks = texts.map((text, index) => chunk(`${index}`, text))
    const { hits } = await search(await build(chunks, { ...plain, ...settings }), 'red')
    expect(hits.map(({ id }) => id).sort()).toEqual(['0', '1'])
    expect(hits.every(({ score }) => score > 0 && score < 10)).toBe(true)
  })
})
