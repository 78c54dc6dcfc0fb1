import { performance } from 'node:perf_hooks'

/** Milliseconds that the retriever is busy with a question: a search engine's few. */
const BUSY = Number(process.env.BENCH_BUSY ?? 5)

/** Hits of 1,200 characters each, after a while, with the time that it took. */
export async function answerOf(query, k) {
  const start = performance.now()
  await new Promise((done) => setTimeout(done, BUSY))
  const text = `${query} `.repeat(60).slice(0, 1200)
  const hits = Array.from({ length: k }, (_, at) => ({ id: `docs/${at}.md`, score: 1 / (at + 1), text }))
  return { took: performance.now() - start, hits }
}
