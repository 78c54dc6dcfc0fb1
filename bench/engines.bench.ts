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
import type { Document, Question } from '../src/model.ts'
import { openServices } from '../src/models/open-services.ts'
import { retrieveRun } from '../src/retrieval/retrieve-run.ts'
import { http } from '../src/strategies/http.ts'
import { mcp } from '../src/strategies/mcp.ts'
import type { BuildContext, Retriever } from '../src/strategies/strategy.ts'
import { bareStdio } from './engines/bare-stdio.ts'
import { printInTurns } from './engines/in-turns.ts'

const K = 50
const QUESTIONS = 400
const CONCURRENCY = 4
const WARM_UPS = 2
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)

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

/** Each question's time beside what the retriever says it took: of a client that is no more than lines, and of the gate. */
async function overMcp(): Promise<void> {
  const command = [process.execPath, join(import.meta.dirname, 'engines/slow-program.mjs')]
  const retriever = await mcp.build(mcp.schema.parse({ command, engineTime: 'took' }), context)
  const lines = bareStdio(command)
  const sides = {
    bare: async ({ text }: Question) => (await lines.ask(text, K)).took,
    gate: async (question: Question) => (await retriever.retrieve(question, K, signal)).engineTime!,
  }
  for (const concurrency of [1, CONCURRENCY]) {
    const beside = { bare: [] as number[], gate: [] as number[] }
    for (let round = 0; round < WARM_UPS + ROUNDS; round++) {
      for (const side of ['bare', 'gate'] as const) {
        const limit = pLimit(concurrency)
        const times = await limit.map(questions.slice(0, QUESTIONS / 4), async (question) => {
          const start = performance.now()
          return -(await sides[side](question)) + performance.now() - start
        })
        if (round >= WARM_UPS) beside[side].push(...times)
      }
    }
    for (const [side, times] of Object.entries(beside)) {
      console.log(
        `mcp over stdio, ${concurrency} at once, ${side}: p50 ${quantile(times, 0.5)} ms, p99 ${quantile(times, 0.99)} ms beside the retriever's own time`,
      )
    }
  }
  lines.end()
  await retriever.close?.()
}

async function overHttp(): Promise<void> {
  const service = spawn(process.execPath, [join(import.meta.dirname, 'engines/slow-service.mjs')])
  const [line] = (await once(service.stdout, 'data')) as [Buffer]
  const url = line.toString().trim()
  const settings = { url, body: { query: '{{query}}', k: '{{k}}' }, concurrency: CONCURRENCY }
  const retriever = await http.build(http.schema.parse(settings), context)
  const turns = { rounds: ROUNDS, warmUps: WARM_UPS, questions: QUESTIONS }
  await printInTurns(
    `http, ${CONCURRENCY} at once`,
    () => bare(url),
    () => gate(retriever),
    turns,
  )
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

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(2)
}
