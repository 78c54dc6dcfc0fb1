import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Chunk } from '../../src/model.ts'
import { dense } from '../../src/strategies/dense.ts'
import { chunk, contextOf } from './chunks.ts'

const signal = new AbortController().signal

function build(chunks: readonly Chunk[], settings: object = {}) {
  return dense.build(dense.schema.parse(settings), contextOf(chunks))
}

async function idsFor(chunks: readonly Chunk[], text: string, k = 10): Promise<string[]> {
  const { hits } = await (await build(chunks)).retrieve({ id: 'q', text }, k, signal)
  return hits.map(({ id }) => id)
}

const word = fc.constantFrom('red', 'green', 'blue', '白色', '黑', 'getUserName', 'databases')
const texts = fc.array(
  fc.array(word, { maxLength: 8 }).map((words) => words.join(' ')),
  { minLength: 1, maxLength: 20 },
)
const query = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))
const toChunks = (all: readonly string[]) =>
  all.map((text, index) => chunk(`d${index}`, text, { path: `f${index % 3}.md` }))

describe('rankings', () => {
  test('of k hits are the beginning of those of k + 1', async () => {
    await fc.assert(
      fc.asyncProperty(texts, query, fc.nat(12), async (all, text, k) => {
        const retriever = await build(toChunks(all))
        const shorter = await retriever.retrieve({ id: 'q', text }, k, signal)
        const longer = await retriever.retrieve({ id: 'q', text }, k + 1, signal)
        expect(shorter.hits).toEqual(longer.hits.slice(0, k))
      }),
      { numRuns: 25 },
    )
  })

  test('are the same in batches and whatever order the chunks come in', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.array(query, { maxLength: 6 }), async (all, asked) => {
        const questions = asked.map((text, index) => ({ id: `q${index}`, text }))
        const chunks = toChunks(all)
        const retriever = await build(chunks)
        const backwards = await build(chunks.toReversed())
        const batch = await retriever.retrieveAll!(questions, 5, signal)
        for (const [index, question] of questions.entries()) {
          expect(await retriever.retrieve(question, 5, signal)).toEqual(batch[index])
          expect(await backwards.retrieve(question, 5, signal)).toEqual(batch[index])
        }
      }),
      { numRuns: 25 },
    )
  })

  test('break ties by path, then first line, then id', async () => {
    const chunks = [
      chunk('d', 'same words', { path: 'b.md', startLine: 9 }),
      chunk('c', 'same words', { path: 'b.md', startLine: 2 }),
      chunk('b', 'same words', { path: 'b.md', startLine: 2 }),
      chunk('z', 'something else', { path: 'a.md' }),
    ]
    expect(await idsFor(chunks, 'same words')).toEqual(['b', 'c', 'd', 'z'].slice(0, 3))
  })

  test('are empty for a question that has no word of the knowledge base', async () => {
    expect(await idsFor([chunk('a', 'apples and pears')], '量子')).toEqual([])
    expect(await idsFor([chunk('a', 'apples and pears')], '')).toEqual([])
    expect(await idsFor([chunk('a', '')], 'apples')).toEqual([])
  })
})

describe('the hashing embedder', () => {
  const filler = Array.from({ length: 30 }, (_, index) =>
    chunk(`filler${index}`, `other text number ${index} about gardens`),
  )

  test('finds other forms of a word that stemming does not bring together', async () => {
    const [first] = await idsFor([...filler, chunk('a', 'multithreaded renderer')], 'threading')
    expect(first).toBe('a')
  })

  test('finds a word with a typing mistake in it', async () => {
    const [first] = await idsFor([...filler, chunk('a', 'authentication of users')], 'authentification')
    expect(first).toBe('a')
  })

  test('finds Chinese by its characters, pairs and triples', async () => {
    const chunks = [...filler, chunk('a', '密码使用哈希算法存储'), chunk('b', '天气预报说明天下雨')]
    expect((await idsFor(chunks, '如何存储密码'))[0]).toBe('a')
    expect((await idsFor(chunks, '明天的天气'))[0]).toBe('b')
  })

  test('counts the path and the headings above a chunk as part of its text', async () => {
    const chunks = [
      ...filler,
      chunk('a', 'text', { path: 'docs/caching.md' }),
      chunk('b', 'text', { headings: ['Retries'] }),
    ]
    expect((await idsFor(chunks, 'caching'))[0]).toBe('a')
    expect((await idsFor(chunks, 'retries'))[0]).toBe('b')
  })

  test('gives a chunk that is the question the score 1', async () => {
    const retriever = await build([...filler, chunk('a', 'keep the lid closed')])
    const { hits } = await retriever.retrieve({ id: 'q', text: 'keep the lid closed' }, 1, signal)
    expect(hits[0]?.id).toBe('a')
    expect(hits[0]?.score).toBeCloseTo(1, 5)
  })

  test('scores as it did when this was written, to the last bit', async () => {
    const chunks = ['The quick brown fox', 'jumps over 懒狗 lazily', 'getUserName(42) returns', 'Füße und Straßen']
    const retriever = await build(chunks.map((text, index) => chunk(`d${index}`, text)))
    const { hits } = await retriever.retrieve({ id: 'q', text: 'fox jumped over the lazy 懒狗, user names' }, 4, signal)
    expect(hits.map(({ id, score }) => [id, score])).toMatchInlineSnapshot(`
      [
        [
          "d1",
          0.5506539344787598,
        ],
        [
          "d2",
          0.3346266746520996,
        ],
        [
          "d0",
          0.2287875860929489,
        ],
        [
          "d3",
          0.02230403572320938,
        ],
      ]
    `)
  })
})

describe('settings', () => {
  test('bound the length of the vectors by what the embedder can', () => {
    expect(() => dense.schema.parse({ embedder: 'lsa', dimensions: 1025 })).toThrow(
      'at most 8192 for `hashing`, 1024 for `lsa`',
    )
    expect(dense.schema.parse({ dimensions: 4096 })).toEqual({ embedder: 'hashing', dimensions: 4096 })
  })

  test('may ask for latent semantic analysis', async () => {
    const chunks = ['a car engine', 'an automobile engine', 'roses', 'tulips and roses'].map((text, at) =>
      chunk(`d${at}`, text),
    )
    const { hits } = await (await build(chunks, { embedder: 'lsa' })).retrieve(
      { id: 'q', text: 'automobile' },
      2,
      signal,
    )
    expect(hits.map(({ id }) => id).sort()).toEqual(['d0', 'd1'])
  })

  test('may set the length of the vectors', async () => {
    const retriever = await build([chunk('a', 'one two'), chunk('b', 'three four')], { dimensions: 64 })
    expect((await retriever.retrieve({ id: 'q', text: 'four' }, 1, signal)).hits[0]?.id).toBe('b')
  })
})

test('an aborted build stops', async () => {
  const context = contextOf([chunk('a', 'text')], AbortSignal.abort(new Error('stopped')))
  await expect(dense.build(dense.schema.parse({}), context)).rejects.toThrow('stopped')
})

test('explains a hit by its cosine', async () => {
  const retriever = await build([chunk('a', 'lid'), chunk('b', 'other')])
  const question = { id: 'q', text: 'lid' }
  const [hit] = (await retriever.retrieve(question, 1, signal)).hits
  const { score, parts } = await retriever.explain!(question, hit!, signal)
  expect(score).toBe(hit!.score)
  expect(parts).toHaveLength(1)
})
