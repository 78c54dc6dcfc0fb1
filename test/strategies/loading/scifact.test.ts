import { join } from 'node:path'
import process from 'node:process'
import { describe, expect, it } from 'vitest'
import type { Ranking } from '../../../src/model.ts'
import { dense } from '../../../src/strategies/dense.ts'
import type { Retriever } from '../../../src/strategies/strategy.ts'
import { builtInServices } from '../../support/built-in-services.ts'
import { realKinds } from '../../support/engines/real-kinds.ts'
import { openStrategy } from '../../support/engines/strategy.ts'
import { meanNdcg10, readBeir } from '../beir-collection.ts'
import { contextOf } from '../chunks.ts'

/** Folder of public test collections in BEIR form. */
const folder = process.env.RETRIEVAL_GATE_COLLECTIONS
if (folder === undefined) console.info('skipped: RETRIEVAL_GATE_COLLECTIONS names no folder of collections')

const { signal } = new AbortController()
/** Documents that are enough to see that numbers are the same. */
const SOME = 1000
const QUESTIONS = 50
/** Of Lucene (k1 = 1.2, b = 0.75) on all of it. */
const LUCENE_NDCG10 = 0.6833
const collection = folder === undefined ? undefined : readBeir(join(folder, 'scifact'))

async function open(kind: (typeof realKinds)[number], settings: object, count: number) {
  const { entry, env, name, workspace } = await kind.prepare()
  const chunks = collection!.chunks.slice(0, count)
  const documents = chunks.map(({ document: id, text, hash }) => ({ id, text, hash }))
  const { embedder } = builtInServices()
  const context = { embedder, chunks: async () => chunks, baseDirectory: workspace }
  const { index = {}, ...more } = settings as { index?: object }
  const { retriever } = await openStrategy(
    { ...entry, timeout: 300, ...more, index: { name, ...index } },
    { env, documents, context },
  )
  return retriever
}

function askAll(retriever: Retriever, count = Number.POSITIVE_INFINITY): Promise<Ranking[]> {
  return Promise.all(collection!.questions.slice(0, count).map((question) => retriever.retrieve(question, 10, signal)))
}

for (const kind of realKinds) {
  describe.skipIf(!kind.isThere || collection === undefined)(`SciFact in a real engine: ${kind.type}`, () => {
    it(`finds the same ten of ${SOME} documents as \`dense\` does in memory, with the same scores`, async () => {
      const chunks = collection!.chunks.slice(0, SOME)
      const own = await dense.build(dense.schema.parse({ dimensions: 512 }), contextOf(chunks))
      const expected = await askAll(own, QUESTIONS)
      const found = await askAll(await open(kind, { embedder: 'hashing', index: { dimensions: 512 } }, SOME), QUESTIONS)
      const differing = found.flatMap(({ hits }, at) => {
        const wanted = expected[at]!.hits
        expect(hits.map(({ score }) => score)).toEqual(wanted.map(({ score }) => expect.closeTo(score, 4)))
        return hits.filter(({ id }, rank) => id !== wanted[rank]!.id && !isTied(wanted, rank))
      })
      expect(differing).toEqual([])
    }, 120_000)
  })
}

/** Another hit has the same score to six digits: single floats may be added up in another order. */
function isTied(hits: Ranking['hits'], rank: number): boolean {
  const { score } = hits[rank]!
  return rank === hits.length - 1 || hits.some((hit, other) => other !== rank && Math.abs(hit.score - score) < 1e-6)
}

const lance = realKinds.find(({ type }) => type === 'lancedb')!

describe.skipIf(!lance.isThere || collection === undefined)('all of SciFact in LanceDB', () => {
  it('is searched by words as well as Lucene does it, to 0.01', async () => {
    const retriever = await open(lance, { search: 'text' }, Number.POSITIVE_INFINITY)
    expect(Math.abs(meanNdcg10(collection!, await askAll(retriever)) - LUCENE_NDCG10)).toBeLessThan(0.01)
  }, 120_000)
})
