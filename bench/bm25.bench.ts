/**
 * BM25 against other engines, against C, and as the corpus grows. CPU time, medians, one process.
 *
 *     npx tsx bench/bm25.bench.ts
 *
 * BENCH_PEERS: a folder with the other engines installed. RETRIEVAL_GATE_COLLECTIONS: a folder of BEIR collections.
 */
import { dirname, join } from 'node:path'
import process from 'node:process'
import { beirCorpus } from './bm25/beir-corpus.ts'
import { compareWithC } from './bm25/c-scan.ts'
import { own, peers } from './bm25/contenders.ts'
import type { Corpus } from './bm25/corpus.ts'
import { cpuTime, median } from './bm25/cpu-time.ts'
import type { Contender, Engine } from './bm25/engine.ts'
import { markdownCorpus } from './bm25/markdown-corpus.ts'
import { ndcg10 } from './bm25/ndcg.ts'
import { zipfCorpus } from './bm25/zipf-corpus.ts'

const K = 10
const BUILDS = 3
const ROUNDS = 3
const QUESTIONS = 300
/** Slow peers take a third of a second for each of these. */
const MARKDOWN_QUESTIONS = 60
const GROWTH = [5_000, 20_000, 50_000, 100_000, 250_000]

const repository = dirname(import.meta.dirname)
const peerFolder = process.env.BENCH_PEERS ?? repository
const collections = process.env.RETRIEVAL_GATE_COLLECTIONS
const contenders = [own, ...peers(peerFolder)]

interface Measured {
  readonly engine: Engine
  /** Milliseconds: the whole index; all questions once. */
  readonly build: number
  readonly search: number
}

function measure(contender: Contender, { texts, questions }: Corpus, repeat: number): Measured {
  let engine = contender.build(texts.slice(0, 500))
  const builds = Array.from({ length: BUILDS }, () =>
    cpuTime(() => {
      engine = contender.build(texts)
    }),
  )
  const searches = Array.from({ length: ROUNDS + 1 }, () =>
    cpuTime(() => {
      for (let round = 0; round < repeat; round++) for (const question of questions) engine.search(question, K)
    }),
  )
  return { engine, build: median(builds), search: median(searches.slice(1)) / repeat }
}

function compareEngines(corpus: Corpus): void {
  const size = corpus.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  console.log(
    `\n${corpus.name}: ${corpus.texts.length} texts, ${size.toFixed(1)} MB, ${corpus.questions.length} questions`,
  )
  console.table(
    Object.fromEntries(
      contenders.map((contender) => {
        const { engine, build, search } = measure(contender, corpus, contender === own ? 20 : 1)
        const row = {
          'index ms': Math.round(build),
          'index MB/s': Number(((1000 * size) / build).toFixed(1)),
          'queries/s': Math.round((1000 * corpus.questions.length) / search),
          'nDCG@10': quality(engine, corpus),
        }
        return [contender.name, row]
      }),
    ),
  )
}

function quality(engine: Engine, { questions, judgments }: Corpus): string {
  if (judgments === undefined) return 'n/a'
  const values = questions
    .map((question, index) => ndcg10(engine.search(question, K), judgments[index]!))
    .filter((value) => value !== null)
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(4)
}

function compareScans(corpus: Corpus): void {
  const { own, c } = compareWithC(corpus)
  const perSecond = (time: number) => Math.round((1000 * corpus.questions.length) / time)
  console.log(`${corpus.name}: ${perSecond(own)} scans/s, C ${perSecond(c)}, ratio ${(own / c).toFixed(2)}`)
}

function showGrowth(): void {
  console.log('\nGrowth on texts of 100 Zipf words (slope: of log time over log size, 1 is linear)')
  const points = GROWTH.map((count) => ({ count, ...measure(own, zipfCorpus(count, QUESTIONS), 3) }))
  console.table(
    points.map(({ count, build, search }, index) => {
      const before = points[index - 1]
      const slope = (key: 'build' | 'search') =>
        before === undefined
          ? ''
          : (Math.log({ build, search }[key] / before[key]) / Math.log(count / before.count)).toFixed(2)
      return {
        texts: count,
        'index ms': Math.round(build),
        'index slope': slope('build'),
        'ms/query': (search / QUESTIONS).toFixed(4),
        'query slope': slope('search'),
      }
    }),
  )
}

const judged = ['scifact', 'cranfield'].flatMap((name) => beirCorpus(collections ?? '', name) ?? [])
if (judged.length === 0) console.log('RETRIEVAL_GATE_COLLECTIONS names no collections: only generated text is used')
const markdown = markdownCorpus(
  [join(repository, 'node_modules'), join(peerFolder, 'node_modules')],
  50_000,
  MARKDOWN_QUESTIONS,
)

for (const corpus of [...judged, markdown]) compareEngines(corpus)
console.log('\nThe scan alone against C over the same postings')
for (const corpus of [...judged, markdown]) compareScans(corpus)
showGrowth()
