import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, test } from 'vitest'
import { bm25 } from '../../src/strategies/bm25.ts'
import { meanNdcg10, readBeir } from './beir-collection.ts'
import { contextOf } from './chunks.ts'

/** Folder of public test collections in BEIR form, with the figures of a Lucene index over them. */
const folder = process.env.RETRIEVAL_GATE_COLLECTIONS
if (folder === undefined) console.info('skipped: RETRIEVAL_GATE_COLLECTIONS names no folder of collections')

const LINE = /^(\w+) (\S+\.tsv) k1=(\S+) b=(\S+) .*\bndcg_cut_10=(\S+)/

/** collection, judgments file, k1, b, nDCG@10 */
type Figure = [string, string, number, number, number]

const PRESENT = ['cisi', 'claude_docs_qa', 'codebase_chunks', 'cosqa', 'cranfield', 'scifact', 'xquadr_zh_sentence']

function figures(): Figure[] {
  if (folder === undefined) return []
  const found = readFileSync(join(folder, 'BM25_REFERENCE.txt'), 'utf8').matchAll(new RegExp(LINE, 'gm'))
  return Array.from(
    found,
    ([, name, qrels, k1, b, ndcg]): Figure => [name!, qrels!, Number(k1), Number(b), Number(ndcg)],
  ).filter(([name]) => PRESENT.includes(name))
}

async function ndcg10(name: string, settings: object, qrels?: string): Promise<number> {
  const collection = readBeir(join(folder!, name), qrels)
  const retriever = await bm25.build(bm25.schema.parse(settings), contextOf(collection.chunks))
  return meanNdcg10(collection, await retriever.retrieveAll!(collection.questions, 10, new AbortController().signal))
}

describe.skipIf(folder === undefined)('nDCG@10 on public collections', () => {
  test('there are reference figures to compare with', () => {
    expect(figures().length).toBeGreaterThan(5)
  })

  test.each(figures().filter(([, , k1]) => k1 === 1.2))(
    '%s (%s, k1 = %d, b = %d) is within 0.01 of %d or above',
    async (name, qrels, k1, b, reference) => {
      expect(await ndcg10(name, { k1, b }, qrels)).toBeGreaterThan(reference - 0.01)
    },
  )

  test.each(figures().filter(([, , k1]) => k1 === 0.9))(
    '%s (%s) with the default settings is within 0.01 of what Lucene has at k1 = %d, b = %d, or above: %d',
    async (name, qrels, _k1, _b, reference) => {
      expect(await ndcg10(name, {}, qrels)).toBeGreaterThan(reference - 0.01)
    },
  )

  test.each([
    ['scifact', 0.68],
    ['xquadr_zh_sentence', 0.8],
  ])('%s reaches %d', async (name, floor) => {
    expect(await ndcg10(name, {})).toBeGreaterThanOrEqual(floor)
  })
})
