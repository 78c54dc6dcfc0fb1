/**
 * SciFact, loaded by `index:` into real engines and searched there: nDCG@10 beside the same in memory.
 *
 *     RETRIEVAL_GATE_COLLECTIONS=... RETRIEVAL_GATE_ENGINES=... RETRIEVAL_GATE_LANCEDB=... npx tsx bench/engines-scifact.bench.ts
 *
 * BENCH_ONLY is a regular expression for the names of what is measured.
 */
import { mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { openServices } from '../src/models/open-services.ts'
import { strategyTypes } from '../src/strategies/registry.ts'
import type { BuildContext, StrategyType } from '../src/strategies/strategy.ts'
import { meanNdcg10, readBeir } from '../test/strategies/beir-collection.ts'

const {
  RETRIEVAL_GATE_COLLECTIONS: collections,
  RETRIEVAL_GATE_ENGINES: engines,
  RETRIEVAL_GATE_LANCEDB: lance,
} = process.env
const addresses = readFileSync(join(engines!, 'addresses'), 'utf8')
const address = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(addresses)![1]!
const collection = readBeir(join(collections!, 'scifact'))
const { chunks, questions } = collection
const documents = chunks.map(({ document: id, text, hash }) => ({ id, text, hash }))
const workspace = mkdtempSync(join(tmpdir(), 'engines-bench-'))
symlinkSync(join(lance!, 'node_modules'), join(workspace, 'node_modules'))
const { signal } = new AbortController()

const index = { name: 'scifact' }
const pgvector = { type: 'pgvector', index, timeout: 600 }
const chroma = { type: 'chroma', url: address('chroma'), index, timeout: 600 }
const lancedb = { type: 'lancedb', uri: 'lance', index, timeout: 600 }
const rankedBy = (rank: string) =>
  `select key as id, ${rank}::float8 as score from :table, (select replace(plainto_tsquery('english', :query)::text, '&', '|')::tsquery as query) as asked where words @@ query order by score desc, id limit :k`
const hashing = { embedder: 'hashing' }

const entries: Readonly<Record<string, { type: string } & Record<string, unknown>>> = {
  'in memory, `dense`': { type: 'dense' },
  'pgvector, `search: vector`': { ...pgvector, ...hashing },
  Chroma: { ...chroma, ...hashing },
  'LanceDB, `search: vector`': { ...lancedb, ...hashing },
  'in memory, `bm25`': { type: 'bm25' },
  'LanceDB, `search: text` (BM25)': { ...lancedb, search: 'text' },
  'PostgreSQL, `search: text` (`ts_rank`, 1)': { ...pgvector, search: 'text' },
  'PostgreSQL, `ts_rank`, 0': { ...pgvector, sql: rankedBy('ts_rank(words, query, 0)') },
  'PostgreSQL, `ts_rank_cd`, 1': { ...pgvector, sql: rankedBy('ts_rank_cd(words, query, 1)') },
  'PostgreSQL, `ts_rank_cd`, 2': { ...pgvector, sql: rankedBy('ts_rank_cd(words, query, 2)') },
  'LanceDB, `search: hybrid`': { ...lancedb, search: 'hybrid', ...hashing },
  'pgvector, `search: hybrid`': { ...pgvector, search: 'hybrid', ...hashing },
}

const refused = async (): Promise<never> => {
  throw new Error('this is not for a benchmark')
}

const only = new RegExp(process.env.BENCH_ONLY ?? '')

for (const [name, { type, ...settings }] of Object.entries(entries)) {
  if (!only.test(name)) continue
  const context: BuildContext = {
    ...openServices({
      models: { embedders: {}, rerankers: {}, chats: {} },
      env: { DATABASE_URL: address('postgresql') },
      baseDirectory: workspace,
      fetch,
      signal,
      notice: console.log,
    }),
    name,
    chunks: async () => chunks,
    documents: async () => documents,
    part: refused,
    partOver: refused,
    partChunks: async () => null,
    baseDirectory: workspace,
    signal,
    progress: () => {},
  }
  const kind = (strategyTypes as Readonly<Record<string, StrategyType<unknown>>>)[type]!
  const retriever = await kind.build(kind.schema.parse(settings), context)
  const rankings = await Promise.all(questions.map((question) => retriever.retrieve(question, 10, signal)))
  console.log(`| ${name} | ${meanNdcg10(collection, rankings).toFixed(4)} |`)
  await retriever.close?.()
}
