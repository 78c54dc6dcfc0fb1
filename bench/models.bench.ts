/**
 * What a real embedding model finds: nDCG@10 of the Universal Sentence Encoder (lite), alone, with BM25 and reranked, over
 * whole BEIR collections; 95 % intervals by resampling questions, and the paired difference with BM25.
 *
 *     RETRIEVAL_GATE_COLLECTIONS=FOLDER npx tsx bench/models.bench.ts [COLLECTION[:DOCUMENTS]...]
 *
 * `scifact:2000` reads the first 2,000 documents and all that are judged. MODEL_STORE: the folder that the vectors are kept in,
 * so that a run that is stopped goes on where it was; the model takes a fifth of a second of processor time a text. It reads
 * the first 2,000 characters of a text, about as much as most sentence models do; its time grows with the square of them.
 */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { openServices } from '../src/models/open-services.ts'
import { Recorder } from '../src/models/recorder.ts'
import { estimateMean } from '../src/statistics/estimate-mean.ts'
import { ModelStore } from '../src/store/model-store.ts'
import { openAiServer } from '../test/support/model-server/openai-server.ts'
import { useLite } from '../test/support/model-server/use-lite.ts'
import { type Collection, readCollection } from './collections/collection.ts'
import { ndcgOfStrategies } from './collections/ndcg-of-strategies.ts'

const strategies = {
  bm25: { type: 'bm25' },
  dense: { type: 'dense', embedder: 'sentences' },
  'hybrid, weighted': { type: 'hybrid', of: ['bm25', 'dense'] },
  'hybrid, rrf': { type: 'hybrid', of: ['bm25', 'dense'], fusion: 'rrf' },
  'weighted, reranked': { type: 'rerank', of: 'hybrid, weighted' },
  'rrf, reranked': { type: 'rerank', of: 'hybrid, rrf' },
} as const

const MOST_CHARACTERS = 2000

const folder = process.env.RETRIEVAL_GATE_COLLECTIONS
if (folder === undefined) console.log('skipped: RETRIEVAL_GATE_COLLECTIONS names no folder of collections')
else await compare(folder, process.argv.length > 2 ? process.argv.slice(2) : ['claude_docs_qa', 'scifact'])

async function compare(folder: string, collections: readonly string[]): Promise<void> {
  const model = await useLite()
  const embed = (texts: readonly string[]) => model(texts.map((text) => text.slice(0, MOST_CHARACTERS)))
  const server = await openAiServer({ embed })
  const notice = (line: string) => void process.stderr.write(`${line}\n`)
  const store = new ModelStore({ folder: process.env.MODEL_STORE ?? join(tmpdir(), 'bench-models'), notice })
  const entry = {
    type: 'openai-compatible',
    calls: { batch: 8, concurrency: 1 },
    settings: {
      ...{ model: 'universal-sentence-encoder-lite', baseUrl: server.baseUrl, timeout: 3600, retries: 0 },
      ...{ queryPrefix: '', passagePrefix: '' },
    },
  }
  const services = openServices({
    models: { embedders: { sentences: entry }, rerankers: {}, chats: {} },
    recorder: new Recorder({ store }),
    signal: new AbortController().signal,
    ...{ env: {}, baseDirectory: '/', fetch, notice },
  })
  for (const [index, named] of collections.entries()) {
    const [name, most] = named.split(':')
    const collection = firstDocuments(await readCollection(folder, name!), most)
    const found = await ndcgOfStrategies(collection, strategies, services)
    if (index > 0) console.log()
    print(collection, found)
  }
  await store.close()
  await server.close()
}

/** The first documents, and all that are judged. */
function firstDocuments(collection: Collection, most: string | undefined): Collection {
  if (most === undefined) return collection
  const judged = new Set(collection.judgments.flatMap((grades) => [...grades.keys()]))
  const chunks = collection.chunks.filter(({ id }, index) => index < Number(most) || judged.has(id))
  return { ...collection, chunks }
}

function print({ name, chunks, questions }: Collection, found: ReadonlyMap<string, readonly number[]>): void {
  const lexical = found.get('bm25')!
  console.log(
    `| ${name}, ${chunks.length} documents, ${questions.length} questions | nDCG@10 | minus bm25 |\n|---|---|---|`,
  )
  for (const [strategy, values] of found) {
    const differences = values.map((value, index) => value - lexical[index]!)
    const against = strategy === 'bm25' ? '' : interval(differences, name)
    console.log(`| ${strategy} | ${interval(values, name)} | ${against} |`)
  }
}

function interval(values: readonly number[], seed: string): string {
  const { point, lower, upper } = estimateMean(values, { seed })
  const text = (value: number | null) => (value === null ? 'n/a' : value.toFixed(3))
  return `${text(point)} (${text(lower)} … ${text(upper)})`
}
