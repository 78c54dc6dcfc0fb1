/**
 * A large knowledge base in PostgreSQL: what `index:` costs, and whether the gate's own memory grows with the vectors. Random vectors,
 * so nothing is said about what is found.
 *
 *     RETRIEVAL_GATE_ENGINES=/tmp/engines BENCH_VECTORS=25000,100000 npx tsx --expose-gc bench/engines-large.bench.ts
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import type { Chunk } from '../src/model.ts'
import type { Embedder } from '../src/models/embedder.ts'
import type { FloatVectors } from '../src/models/vectors.ts'
import { retrieveRun } from '../src/retrieval/retrieve-run.ts'
import { pgvector } from '../src/strategies/pgvector.ts'
import type { Retriever } from '../src/strategies/strategy.ts'
import { bareContext } from './engines/bare-context.ts'

const DIMENSIONS = 384
const QUESTIONS = 300
const CONCURRENCY = 4
const K = 10

const sizes = (process.env.BENCH_VECTORS ?? '25000,100000').split(',').map(Number)
const url = /^postgresql=(.*)$/m.exec(readFileSync(join(process.env.RETRIEVAL_GATE_ENGINES!, 'addresses'), 'utf8'))![1]!
const { signal } = new AbortController()
const questions = Array.from({ length: QUESTIONS }, (_, at) => ({ id: `q${at}`, text: `question ${at}` }))

let state = 1
/** Numbers from -0.5 to 0.5, the same in every run (xorshift). */
function chance(): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) / 2 ** 32 - 0.5
}

const embed = async (texts: readonly string[]): Promise<FloatVectors> => {
  const values = Float32Array.from({ length: DIMENSIONS * texts.length }, chance)
  return { precision: 'float32', count: texts.length, dimensions: DIMENSIONS, values }
}
const embedder: Embedder = { identity: 'random', index: async (texts) => ({ vectors: await embed(texts), embed }) }

for (const size of sizes) await measure(size)

async function measure(size: number): Promise<void> {
  const chunks = Array.from({ length: size }, (_, at): Chunk => {
    const id = `d${at}.md`
    return {
      id,
      document: id,
      path: id,
      startLine: 1,
      endLine: 1,
      text: `text ${at}`,
      headings: [],
      hash: id,
      tokens: 2,
    }
  })
  const documents = chunks.map(({ id, text, hash }) => ({ id, path: id, text, hash }))
  const all = { chunks: async () => chunks, documents: async () => documents }
  const context = bareContext({ name: 'large', ...all, embedder, url, signal })
  const before = memory()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, memory(false))), 100)
  const settings = {
    index: { name: 'bench', hnsw: {} },
    embedder: 'random',
    timeout: 3600,
    concurrency: CONCURRENCY,
    session: { maintenance_work_mem: '6GB', max_parallel_maintenance_workers: 1 },
  }
  const start = performance.now()
  const retriever = await pgvector.build(pgvector.schema.parse(settings), context)
  const loading = performance.now() - start
  const asked = await gate(retriever)
  clearInterval(watch)
  const after = memory()
  console.log(
    `${size} vectors (${mega(4 * DIMENSIONS * size)} MB): loaded in ${(loading / 1000).toFixed(0)} s, ${QUESTIONS} questions in ${asked.toFixed(0)} ms;`,
    `the gate's memory with the chunks before ${mega(before)} MB, at its most ${mega(most)} MB, after ${mega(after)} MB`,
  )
  await retriever.close?.()
}

async function gate(retriever: Retriever): Promise<number> {
  const requests = questions.map((question) => ({ question, distinctDocuments: false }))
  const begun = performance.now()
  const { errors } = await retrieveRun(retriever, requests, {
    depth: K,
    concurrency: CONCURRENCY,
    oneByOne: true,
    signal,
    progress: () => {},
  })
  if (errors.size > 0) throw new Error([...errors.values()][0])
  return performance.now() - begun
}

/** Bytes of the heap and of arrays outside it. */
function memory(collect = true): number {
  if (collect) globalThis.gc?.()
  const { heapUsed, arrayBuffers, external } = process.memoryUsage()
  return heapUsed + Math.max(external, arrayBuffers)
}

function mega(bytes: number): string {
  return (bytes / 1e6).toFixed(0)
}
