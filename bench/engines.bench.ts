/**
 * What the gate adds to a retriever of your own: over MCP to the time that the retriever itself says it took, and over HTTP
 * to a bare loop of `fetch` at the same concurrency. The retriever waits 5 ms (BENCH_BUSY) and returns 50 hits.
 *
 *     npx tsx bench/engines.bench.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import process from 'node:process'
import pLimit from 'p-limit'
import { contentHash } from '../src/knowledge/content-hash.ts'
import type { Document } from '../src/model.ts'
import { openServices } from '../src/models/open-services.ts'
import { retrieveRun } from '../src/retrieval/retrieve-run.ts'
import { http } from '../src/strategies/http.ts'
import { mcp } from '../src/strategies/mcp.ts'
import type { BuildContext, Retriever } from '../src/strategies/strategy.ts'

const K = 50
const QUESTIONS = 400
const CONCURRENCY = 4
const ROUNDS = 5

const { signal } = new AbortController()
const documents: Document[] = Array.from({ length: K }, (_, at) => {
  const path = `docs/${at}.md`
  return { id: path, path, text: path, hash: contentHash(path) }
})
const questions = Array.from({ length: QUESTIONS }, (_, at) => ({ id: `q${at}`, text: `what is number ${at}?` }))

const refused = async (): Promise<never> => {
  throw new Error('this is not for a benchmark')
}
const context: BuildContext = {
  ...openServices({
    models: { embedders: {}, rerankers: {}, chats: {} },
    env: process.env,
    baseDirectory: '.',
    fetch,
    signal,
    notice: console.log,
  }),
  name: 'bench',
  documents: async () => documents,
  chunks: async () => [],
  part: refused,
  partOver: refused,
  partChunks: async () => null,
  baseDirectory: import.meta.dirname,
  signal,
  progress: () => {},
}

await overMcp()
await overHttp()

async function overMcp(): Promise<void> {
  const command = [process.execPath, join(import.meta.dirname, 'engines/slow-program.mjs')]
  const retriever = await mcp.build(mcp.schema.parse({ command, engineTime: 'took' }), context)
  for (const concurrency of [1, CONCURRENCY]) {
    const overheads: number[] = []
    const limit = pLimit(concurrency)
    const ask = async (question: (typeof questions)[number]) => {
      const start = performance.now()
      const { engineTime } = await retriever.retrieve(question, K, signal)
      overheads.push(performance.now() - start - engineTime!)
    }
    await limit.map(questions.slice(0, 50), ask)
    overheads.length = 0
    await limit.map(questions, ask)
    console.log(
      `mcp over stdio, ${concurrency} at once: p50 ${quantile(overheads, 0.5)} ms, p99 ${quantile(overheads, 0.99)} ms over the retriever's own time`,
    )
  }
  await retriever.close?.()
}

async function overHttp(): Promise<void> {
  const service = spawn(process.execPath, [join(import.meta.dirname, 'engines/slow-service.mjs')])
  const [line] = (await once(service.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const settings = { url, body: { query: '{{query}}', k: '{{k}}' }, concurrency: CONCURRENCY }
  const retriever = await http.build(http.schema.parse(settings), context)
  const times: Record<'bare' | 'gate', Spent[]> = { bare: [], gate: [] }
  await gate(retriever)
  for (let round = 0; round < ROUNDS; round++) {
    times.bare.push(await timed(() => bare(url)))
    times.gate.push(await timed(() => gate(retriever)))
  }
  for (const kind of ['wall', 'cpu'] as const) {
    const [first, ours] = [times.bare, times.gate].map((all) =>
      Number(
        quantile(
          all.map((one) => one[kind]),
          0.5,
        ),
      ),
    )
    const more = (100 * (ours! / first! - 1)).toFixed(1)
    console.log(
      `http, ${QUESTIONS} questions, ${CONCURRENCY} at once, ${kind}: bare loop ${first} ms, gate ${ours} ms: ${more} % more`,
    )
  }
  service.kill()
}

/** What anybody would write: so many requests at once, each answer parsed. */
async function bare(url: string): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await pLimit(CONCURRENCY).map(questions, async ({ text }) => {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ query: text, k: K }) })
    await response.json()
  })
}

async function gate(retriever: Retriever): Promise<void> {
  const requests = questions.map((question) => ({ question, distinctDocuments: false }))
  const options = { depth: K, concurrency: CONCURRENCY, oneByOne: true, signal, progress: () => {} }
  const { errors } = await retrieveRun(retriever, requests, options)
  if (errors.size > 0) throw new Error([...errors.values()][0])
}

/** Milliseconds: by the clock, and of this process's processor time. */
interface Spent {
  readonly wall: number
  readonly cpu: number
}

async function timed(work: () => Promise<void>): Promise<Spent> {
  const [start, used] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(used)
  return { wall: performance.now() - start, cpu: (user + system) / 1000 }
}

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(2)
}
