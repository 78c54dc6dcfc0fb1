import process from 'node:process'
import type { Chunk } from '../../src/model.ts'
import { retrieveRun } from '../../src/retrieval/retrieve-run.ts'
import { buildStrategies } from '../../src/strategies/build-strategies.ts'
import { strategyTypes } from '../../src/strategies/registry.ts'
import { builtInServices } from '../../test/support/built-in-services.ts'
import { zipfCorpus } from '../bm25/zipf-corpus.ts'

const DEPTH = 50

/** What BM25, hashing and their hybrid take over that many chunks of 100 words: CPU time, and memory at its most. */
export async function largeKnowledgeBase(count: number, questionCount: number): Promise<void> {
  const { texts, questions } = zipfCorpus(count, questionCount)
  const chunks = texts.map(chunkOf)
  const { signal } = new AbortController()
  const settings = {
    bm25: strategyTypes.bm25.schema.parse({}),
    dense: strategyTypes.dense.schema.parse({}),
    hybrid: strategyTypes.hybrid.schema.parse({ of: ['bm25', 'dense'] }),
  }
  const entries = Object.fromEntries(Object.entries(settings).map(([type, settings]) => [type, { type, settings }]))
  const requests = questions.map((text, id) => ({ question: { id: String(id), text }, distinctDocuments: false }))
  console.log(`\n${count} chunks of 100 words, ${questionCount} questions`)
  let start = process.cpuUsage()
  const lap = (what: string) => {
    const { user, system } = process.cpuUsage(start)
    console.log(`${what.padEnd(44)} ${((user + system) / 1e6).toFixed(2).padStart(7)} s`)
    start = process.cpuUsage()
  }
  const progress = () => {}
  const built = await buildStrategies(entries, {
    services: builtInServices(),
    types: strategyTypes,
    chunks: async () => chunks,
    documents: [],
    baseDirectory: '/',
    signal,
    progress,
  })
  lap('indexing')
  for (const [name, { retriever }] of built) {
    await retrieveRun(retriever, requests, { depth: DEPTH, concurrency: 1, signal, progress })
    lap(`all questions, ${name}`)
  }
  console.log(`memory at its most: ${(process.resourceUsage().maxRSS / 1024 / 1024).toFixed(2)} GB`)
}

function chunkOf(text: string, index: number): Chunk {
  const path = `docs/${index >> 3}.md`
  const startLine = 1 + 10 * (index & 7)
  const endLine = startLine + 9
  const id = `${path}:${startLine}-${endLine}`
  return { id, document: path, path, startLine, endLine, text, headings: [], hash: id, tokens: 130 }
}
