/**
 * Exact dense search: 50,000 x 384 float32, the 10 best, held against plain loops and against usearch's exact search; then
 * the built-in embedder and hybrid over 100,000 chunks. CPU time of all threads, medians, one process.
 *
 *     npx tsx bench/dense.bench.ts
 *
 * BENCH_PEERS: a folder with usearch installed.
 */
import process from 'node:process'
import { cpuTime, median } from './bm25/cpu-time.ts'
import { contenders } from './dense/contenders.ts'
import { largeKnowledgeBase } from './dense/large-knowledge-base.ts'
import { randomVectors } from './dense/random-vectors.ts'

const COUNT = 50_000
const DIMENSIONS = 384
const QUERIES = 256
const K = 10
const ROUNDS = 5
/** One round of these takes long. */
const SLOW_ROUNDS = 1

const rows = randomVectors(COUNT, DIMENSIONS, 'rows')
const queries = randomVectors(QUERIES, DIMENSIONS, 'queries')

console.log(`${COUNT} x ${DIMENSIONS} float32, the ${K} best, ${QUERIES} queries; CPU milliseconds a query`)
const expected: (readonly number[])[] = []
for (const { name, slow, queries: asked, search } of contenders(rows, queries, K, process.env.BENCH_PEERS)) {
  let found: (readonly number[])[] = []
  const times = Array.from({ length: slow ? SLOW_ROUNDS : ROUNDS + 1 }, () =>
    cpuTime(() => {
      found = search()
    }),
  )
  if (expected.length === 0) expected.push(...found)
  const same = found.filter((ids, query) => ids.join() === expected[query]!.join()).length
  const time = median(slow ? times : times.slice(1)) / asked
  console.log(`${name.padEnd(44)} ${time.toFixed(2).padStart(7)} ms   same order for ${same} of ${found.length}`)
}

await largeKnowledgeBase(100_000, 200)
