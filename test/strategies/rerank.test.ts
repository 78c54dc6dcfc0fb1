import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UserError } from '../../src/errors.ts'
import type { Hit } from '../../src/model.ts'
import { rerank } from '../../src/strategies/rerank.ts'
import type { Retriever } from '../../src/strategies/strategy.ts'
import { chunk } from './chunks.ts'
import { contextWith, fixedPart } from './fixed-part.ts'

const signal = new AbortController().signal
const question = { id: 'q', text: 'closing the lid' }

function build(part: Retriever, settings: object = {}, baseDirectory = '/', chunks = () => null as null | []) {
  return rerank.build(rerank.schema.parse({ of: 'part', ...settings }), contextWith({ part }, chunks, baseDirectory))
}

function withTexts(...texts: string[]): Hit[] {
  return texts.map((text, index) => ({ id: `h${index}`, score: 10 - index / 10, text }))
}

async function ids(retriever: Retriever, k = 10): Promise<string[]> {
  return (await retriever.retrieve(question, k, signal)).hits.map(({ id }) => id)
}

describe('the order', () => {
  const hits = withTexts('a lid', 'closing the lid', 'windows and doors', 'other things', 'nothing at all')

  test('puts first what has the words of the question', async () => {
    expect((await ids(await build(fixedPart(hits))))[0]).toBe('h1')
  })

  test('stays as it was below the depth, with falling scores', async () => {
    const retriever = await build(fixedPart(hits), { depth: 2 })
    const { hits: found } = await retriever.retrieve(question, 10, signal)
    expect(found.map(({ id }) => id)).toEqual(['h0', 'h1', 'h2', 'h3', 'h4'])
    expect(found.every(({ score }, index) => index === 0 || score < found[index - 1]!.score)).toBe(true)
  })

  test('is the beginning of that of one hit more', async () => {
    const text = fc
      .array(fc.constantFrom('lid', 'closing', 'door', '关闭'), { maxLength: 5 })
      .map((words) => words.join(' '))
    const lists = fc.array(text, { maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(lists, fc.integer({ min: 1, max: 8 }), fc.nat(12), async (texts, depth, k) => {
        const retriever = await build(fixedPart(withTexts(...texts)), { depth })
        const shorter = await retriever.retrieve(question, k, signal)
        const longer = await retriever.retrieve(question, k + 1, signal)
        expect(shorter.hits).toEqual(longer.hits.slice(0, k))
        expect(longer.hits.length).toBe(Math.min(k + 1, texts.length))
      }),
    )
  })

  test('is the same in a batch', async () => {
    const retriever = await build(fixedPart(hits))
    const [batch] = await retriever.retrieveAll!([question], 3, signal)
    expect(batch).toEqual(await retriever.retrieve(question, 3, signal))
  })
})

describe('confidence', () => {
  test('is handed on: the raw top score of what is reranked', async () => {
    const retriever = await build(fixedPart(withTexts('door', 'closing the lid')))
    expect((await retriever.retrieve(question, 2, signal)).confidence).toBe(10)
  })

  test('is handed on from further below', async () => {
    const retriever = await build(fixedPart(withTexts('lid'), { confidence: 3 }))
    expect((await retriever.retrieve(question, 2, signal)).confidence).toBe(3)
  })
})

describe('the text of a hit', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rerank-'))
    await mkdir(join(folder, 'base/docs'), { recursive: true })
    await writeFile(join(folder, 'base/docs/a.md'), 'door\nclosing the lid\nwindow\n')
    await writeFile(join(folder, 'outside.md'), 'closing the lid\n')
    await symlink(join(folder, 'outside.md'), join(folder, 'base/docs/link.md'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const at = (path: string, startLine: number): Hit => ({
    id: `${path}:${startLine}`,
    score: 10 - startLine,
    path,
    startLine,
    endLine: startLine,
  })

  test('is read from its path and lines where it has none', async () => {
    const part = fixedPart([1, 2, 3, 4, 5].map((line) => at('docs/a.md', line)))
    expect(await ids(await build(part, {}, join(folder, 'base')))).toEqual(
      [2, 1, 3, 4, 5].map((line) => `docs/a.md:${line}`),
    )
  })

  test('is that of the chunk of its id, which has headings too', async () => {
    const chunks = [chunk('x', 'text'), chunk('y', 'text', { headings: ['Closing the lid'] })]
    const part = fixedPart([
      { id: 'x', score: 2 },
      { id: 'y', score: 1.9 },
      { id: 'x', score: 0 },
    ])
    const context = contextWith({ part }, () => chunks)
    const retriever = await rerank.build(rerank.schema.parse({ of: 'part' }), context)
    expect((await ids(retriever))[0]).toBe('y')
  })

  test.each([
    ['no text and no path', { id: 'x', score: 1 }],
    ['a path that leaves the folder', { id: 'x', score: 1, path: '../outside.md' }],
    ['a link that leaves the folder', { id: 'x', score: 1, path: 'docs/link.md' }],
    ['an absolute path', { id: 'x', score: 1, path: '/etc/hostname' }],
    ['a path that is not there', { id: 'x', score: 1, path: 'docs/none.md' }],
    ['a folder as path', { id: 'x', score: 1, path: 'docs' }],
  ])('is an error that names the strategies for %s', async (_what, hit) => {
    const retriever = await build(fixedPart([hit]), {}, join(folder, 'base'))
    const failing = retriever.retrieve(question, 1, signal)
    await expect(failing).rejects.toThrow(UserError)
    await expect(failing).rejects.toThrow(/`mixed` needs the text of every hit of `part`/)
  })
})

test('explains a score as the sum of what it is made of', async () => {
  const retriever = await build(fixedPart(withTexts('door', 'lid', 'close the lid')))
  const { hits } = await retriever.retrieve(question, 3, signal)
  for (const hit of hits) {
    const { score, parts } = await retriever.explain!(question, hit, signal)
    expect(score).toBe(hit.score)
    expect(parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(hit.score, 12)
  }
  const lid = hits.find(({ id }) => id === 'h2')!
  const explained = await retriever.explain!(question, lid, signal)
  expect(explained.parts.map(({ label }) => label)).toContain('words of the question in the text')
})

test('explains a hit by where it stood before', async () => {
  const retriever = await build(fixedPart(withTexts('door', 'lid', 'lid lid')), { depth: 2 })
  const label = async (id: string) => (await retriever.explain!(question, { id, score: 1 }, signal)).parts[0]?.label
  expect(await label('h1')).toBe('part: rank 2, its score from 0 to 1')
  expect(await label('h2')).toBe('part: below rank 2, not reordered')
})
