import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../src/config/load-config.ts'
import { documentOf } from '../../src/document-of.ts'
import { ceiling } from '../../src/judging/ceiling.ts'
import { judge } from '../../src/judging/judge.ts'
import { chunkDocuments } from '../../src/knowledge/chunk-documents.ts'
import { contentHash } from '../../src/knowledge/content-hash.ts'
import { countTokens } from '../../src/knowledge/tokens.ts'
import type { Chunk, Hit, Query } from '../../src/model.ts'
import { orderHits } from '../../src/retrieval/order-hits.ts'
import { chunkHit } from '../../src/strategies/chunk-hit.ts'
import { compareHits } from '../../src/strategies/hit-order.ts'
import { mergingRetriever } from '../../src/strategies/merge-adjacent.ts'
import { registries } from '../config/fake-registries.ts'
import { makeDocument } from '../knowledge/make-document.ts'
import { fixedPart } from './fixed-part.ts'

const signal = new AbortController().signal
const question = { id: 'q', text: 'any' }

function placed(path: string, startLine: number, endLine: number, score: number, text?: string): Hit {
  const id = `${path}:${startLine}-${endLine}`
  return { id, path, startLine, endLine, score, ...(text === undefined ? {} : { text }) }
}

async function merged(hits: readonly Hit[], k = 10, chunks: readonly Chunk[] | null = null, pool?: number) {
  return (await mergingRetriever(fixedPart(hits), chunks, pool).retrieve(question, k, signal)).hits
}

describe('merge: adjacent', () => {
  it('makes one hit of neighbours, with the rank and the score of the best', async () => {
    const hits = [placed('a.md', 11, 20, 5, 'later'), placed('b.md', 1, 10, 4), placed('a.md', 1, 10, 3, 'sooner')]
    expect(await merged(hits)).toEqual([
      {
        id: 'a.md:1-10',
        path: 'a.md',
        startLine: 1,
        endLine: 20,
        score: 5,
        text: 'sooner\nlater',
        hash: contentHash('sooner\nlater'),
        tokens: countTokens('sooner\nlater'),
      },
      hits[1],
    ])
  })

  it('leaves apart what has lines in between, and what is of other documents', async () => {
    const hits = [placed('a.md', 1, 10, 5), placed('a.md', 12, 20, 4), placed('b.md', 11, 11, 3), { id: 'c', score: 2 }]
    expect(await merged(hits)).toEqual(hits)
  })

  it('joins chunks with only blank lines between them, where the chunks of the document are known', async () => {
    const text = '# One\n\nfirst\n\n\n# Two\n\nsecond\n\n# Three\n\nthird'
    const chunks = await chunkDocuments([makeDocument('a.md', text)], { by: 'heading', maxTokens: 3, overlap: 0 })
    const hits = [chunkHit(chunks[0]!, 9), chunkHit(chunks[1]!, 8)]
    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 3],
      [6, 8],
      [10, 12],
    ])
    const [hit] = await merged(hits, 10, chunks)
    expect([hit!.startLine, hit!.endLine, hit!.text]).toEqual([1, 8, '# One\n\nfirst\n\n\n# Two\n\nsecond'])
    const skipping = [chunkHit(chunks[0]!, 9), chunkHit(chunks[2]!, 8)]
    expect(await merged(skipping, 10, chunks)).toEqual(skipping)
  })

  it('keeps text once that overlapping chunks share, whole lines or parts of them', async () => {
    const lines = [placed('a.md', 1, 3, 2, 'x\nx\ny'), placed('a.md', 3, 5, 1, 'y\nx\nx')]
    expect((await merged(lines))[0]!.text).toBe('x\nx\ny\nx\nx')
    const sentences = [placed('a.md', 1, 1, 2, 'One. Two.'), placed('a.md', 1, 2, 1, 'Two. Three\nends.')]
    expect((await merged(sentences))[0]!.text).toBe('One. Two. Three\nends.')
    const neighbours = [placed('a.md', 1, 1, 2, 'One.'), placed('a.md', 1, 1, 1, 'Two.')]
    expect((await merged(neighbours))[0]!.text).toBe('One. Two.')
  })

  it('says nothing of a text, a hash or tokens where a part has no text', async () => {
    const [hit] = await merged([{ ...placed('a.md', 1, 3, 2, 'x'), hash: 'h', tokens: 1 }, placed('a.md', 4, 5, 1)])
    expect(hit).toEqual({ id: 'a.md:1-3', path: 'a.md', startLine: 1, endLine: 5, score: 2 })
  })

  it('merges the first hits whatever is asked for; those below follow as they are', async () => {
    const hits = [placed('a.md', 1, 1, 9), placed('b.md', 1, 1, 8), placed('a.md', 2, 2, 7), placed('a.md', 3, 3, 6)]
    const lines = (found: readonly Hit[]) => found.map(({ path, startLine, endLine }) => [path, startLine, endLine])
    expect(lines(await merged(hits, 1, null, 3))).toEqual([['a.md', 1, 2]])
    expect(lines(await merged(hits, 4, null, 3))).toEqual([
      ['a.md', 1, 2],
      ['b.md', 1, 1],
      ['a.md', 3, 3],
    ])
  })

  it('hands on a score that is no number, so that it is an error', async () => {
    const broken = [placed('a.md', 1, 1, 9), placed('a.md', 2, 2, Number.NaN)]
    expect(await merged(broken)).toEqual(broken)
  })

  it('explains a merged hit by its best part', async () => {
    const hits = [placed('a.md', 2, 2, 9), placed('a.md', 1, 1, 8)]
    const base = { ...fixedPart(hits), explain: async (_: unknown, { score }: Hit) => ({ score, parts: [] }) }
    const retriever = mergingRetriever(base, null)
    const { hits: found } = await retriever.retrieve(question, 1, signal)
    expect(await retriever.explain!(question, found[0]!, signal)).toEqual({ score: 9, parts: [] })
  })

  it('is a setting of every strategy, and only that', () => {
    const config = (merge: string) =>
      parseConfig(`queries: q.jsonl\nstrategies: { a: { type: bm25, merge: ${merge} } }\n`, 'c.yml', registries)
    expect(config('adjacent').strategies.a).toMatchObject({ type: 'bm25', merge: 'adjacent' })
    expect(() => config('adjacend')).toThrow(/`strategies\.a\.merge` has an unknown value[\s\S]*mean `adjacent`/)
    expect(() => config('true')).toThrow(/`strategies\.a\.merge` has an unknown value/)
  })

  describe('for any ranking', () => {
    const hit = fc.record({
      path: fc.constantFrom('a.md', 'b.md'),
      startLine: fc.integer({ min: 1, max: 30 }),
      length: fc.integer({ min: 0, max: 3 }),
      score: fc.integer({ min: 0, max: 3 }),
    })
    const rankings = fc
      .uniqueArray(hit, {
        selector: (one) => `${one.path}:${one.startLine}-${one.startLine + one.length}`,
        maxLength: 25,
      })
      .map((all) =>
        all.map((one) => placed(one.path, one.startLine, one.startLine + one.length, one.score)).sort(compareHits),
      )

    it('what is asked for never changes what comes first, in an order that every machine agrees on', async () => {
      await fc.assert(
        fc.asyncProperty(rankings, fc.integer({ min: 1, max: 12 }), async (hits, pool) => {
          const all = await merged(hits, 30, null, pool)
          expect(orderHits(all)).toBe(all)
          for (let k = 1; k <= all.length; k++) expect(await merged(hits, k, null, pool)).toEqual(all.slice(0, k))
        }),
      )
    })

    it('every line of the first hits is kept, none is added, and no two of the merged touch', async () => {
      await fc.assert(
        fc.asyncProperty(rankings, async (hits) => {
          const found = await merged(hits, 30)
          const lines = (all: readonly Hit[]) =>
            new Set(
              all.flatMap(({ path, startLine, endLine }) =>
                Array.from({ length: endLine! - startLine! + 1 }, (_, index) => `${path}:${startLine! + index}`),
              ),
            )
          expect([...lines(found)].sort()).toEqual([...lines(hits)].sort())
          const touching = found.filter((a) =>
            found.some(
              (b) => a !== b && a.path === b.path && b.startLine! <= a.endLine! + 1 && b.startLine! >= a.startLine!,
            ),
          )
          expect(touching).toEqual([])
          expect(found[0]?.score).toBe(hits[0]?.score)
        }),
      )
    })

    it('all chunks of a document become the document again, by lines, headings or syntax', async () => {
      const line = fc.oneof(
        fc.constantFrom('', '# Heading', '## More', 'x', '}', 'function f() {', 'const a = 1', '一二三四五'),
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '.'), maxLength: 30 }),
      )
      await fc.assert(
        fc.asyncProperty(
          fc.array(line, { minLength: 1, maxLength: 40 }),
          fc.constantFrom('lines', 'heading', 'code'),
          fc.constantFrom('a.md', 'a.ts'),
          async (lines, by, path) => {
            const text = lines.map((one) => one.trimEnd()).join('\n')
            const chunks = await chunkDocuments([makeDocument(path, text)], { by, maxTokens: 40, overlap: 8 })
            if (chunks.length < 2) return
            const hits = chunks.map((one, index) => chunkHit(one, 100 - index))
            const [whole, ...others] = await merged(hits, 10, chunks)
            expect(others).toEqual([])
            const kept = text.split('\n').slice(whole!.startLine! - 1, whole!.endLine)
            expect(whole!.text!.split('\n').map((one) => one.trimEnd())).toEqual(kept)
            expect(whole!.tokens).toBe(countTokens(text))
          },
        ),
        { numRuns: 200 },
      )
    })
  })
})

describe('the ceiling of merged hits', () => {
  const chunks = [1, 11, 22].map((startLine): Chunk => {
    const [endLine, text] = [startLine + 9, 'text']
    return {
      ...placed('a.md', startLine, endLine, 0),
      document: 'a.md',
      startLine,
      endLine,
      text,
      headings: [],
      hash: '',
      tokens: 1,
    }
  })
  const asking = (startLine: number, endLine: number): Query => ({
    id: 'q',
    text: 'any',
    judgments: [{ id: 'j', grade: 1, target: { kind: 'lines', path: 'a.md', startLine, endLine } }],
    tags: [],
    pinned: false,
  })

  it('counts what several chunks hold together', () => {
    const across = [asking(5, 15)]
    expect(ceiling(across, chunks, { match: 'contains', merges: false })).toBe(0)
    expect(ceiling(across, chunks, { match: 'contains', merges: true })).toBe(1)
    expect(ceiling([asking(1, 20)], chunks, { match: 'iou', merges: true })).toBe(1)
    expect(ceiling([asking(15, 21)], chunks, { match: 'contains', merges: true })).toBe(1)
    expect(ceiling([asking(40, 50)], chunks, { match: 'contains', merges: true })).toBe(0)
  })

  it('is never exceeded: what a merged hit answers counts', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(chunks),
        fc.tuple(fc.integer({ min: 1, max: 35 }), fc.integer({ min: 0, max: 20 })),
        fc.constantFrom('contains' as const, 'iou' as const, 'coverage' as const),
        async (taken, [startLine, length], match) => {
          const query = asking(startLine, startLine + length)
          const hits = await merged(
            taken.map((chunk, index) => chunkHit(chunk, 9 - index)),
            10,
            chunks,
          )
          const { ranks } = judge(query.judgments, { hits }, { match, depth: 10 })
          if (ranks[0] !== null) expect(ceiling([query], chunks, { match, merges: true })).toBe(1)
          expect(new Set(hits.map(documentOf)).size).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
