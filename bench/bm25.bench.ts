/**
 * BM25 against other engines, against C, and as the corpus grows. CPU time, medians, one process.
 *
 *     npx tsx bench/bm25.bench.ts [scifact] [cranfield] [markdown] [growth]
 *
 * Prints Markdown tables. BENCH_PEERS: folders with the other engines installed. RETRIEVAL_GATE_COLLECTIONS: a folder of BEIR collections.
 */
import { delimiter, dirname, join } from 'node:path'
import process from 'node:process'
import { beirCorpus } from './bm25/beir-corpus.ts'
import { compareWithC } from './bm25/c-scan.ts'
import { own, peers } from './bm25/contenders.ts'
import type { Corpus } from './bm25/corpus.ts'
import { cpuTimeOf, median } from './bm25/cpu-time.ts'
import type { Contender, Engine } from './bm25/engine.ts'
import { markdownCorpus } from './bm25/markdown-corpus.ts'
import { ndcg10 } from './bm25/ndcg.ts'
import { pairedDifference } from './bm25/paired-difference.ts'
import { zipfCorpus } from './bm25/zipf-corpus.ts'

const K = 10
/** The engines are built in turns so often; one whose builds have taken so many milliseconds sits out. */
const BUILD_ROUNDS = 7
const BUILD_BUDGET = 15_000
/** Questions are asked over and over for so many milliseconds, slow peers not all of them. */
const SEARCH_BUDGET = 3000
const WARM_UP = 20
const QUESTIONS = 300
const GROWTH = [5_000, 50_000, 250_000]
/** What the others are to be compared with where indexing is concerned. */
const FTS5 = 'better-sqlite3'

const repository = dirname(import.meta.dirname)
const peerFolders = process.env.BENCH_PEERS ?? repository
const collections = process.env.RETRIEVAL_GATE_COLLECTIONS
const contenders = [own, ...peers(peerFolders)]

/** Milliseconds of every engine's builds, in turns, so that a busy minute is everybody's. */
async function buildTimes(all: readonly Contender[], texts: readonly string[]): Promise<number[][]> {
  const times = all.map((): number[] => [])
  for (const { build } of [...all, ...all, ...all]) (await build(texts.slice(0, 500))).close?.()
  for (let round = 0; round < BUILD_ROUNDS; round++) {
    for (const [index, { build }] of all.entries()) {
      const own = times[index]!
      if (own.reduce((sum, time) => sum + time, 0) > BUILD_BUDGET) continue
      let engine: Engine | undefined
      const buildAll = async () => {
        engine = await build(texts)
      }
      own.push(await cpuTimeOf(buildAll))
      engine?.close?.()
    }
  }
  return times
}

/** Milliseconds a question, warmed up. */
async function searchTime(engine: Engine, questions: readonly string[]): Promise<number> {
  await askAll(engine, questions.slice(0, WARM_UP))
  return timeOfQuestion(engine, questions)
}

/** Milliseconds a question: the median over passes, or over as many questions as there is time for. */
async function timeOfQuestion(engine: Engine, questions: readonly string[]): Promise<number> {
  const passes: number[] = []
  const step = Math.ceil(questions.length / 10)
  let spent = 0
  while (spent < SEARCH_BUDGET) {
    let [time, asked] = [0, 0]
    for (; asked < questions.length && spent + time < SEARCH_BUDGET; asked += step) {
      time += await cpuTimeOf(() => askAll(engine, questions.slice(asked, asked + step)))
    }
    if (asked >= questions.length || passes.length === 0) passes.push(time / Math.min(asked, questions.length))
    spent += time
  }
  return median(passes)
}

async function askAll(engine: Engine, questions: readonly string[]): Promise<void> {
  for (const question of questions) {
    const found = engine.search(question, K)
    if (found instanceof Promise) await found
  }
}

async function compareEngines(corpus: Corpus): Promise<void> {
  const size = corpus.texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1e6
  const times = await buildTimes(contenders, corpus.texts)
  const fts5 = times[contenders.findIndex(({ name }) => name.startsWith(FTS5))]
  const rows: string[][] = []
  let ours: readonly number[] | undefined
  for (const [index, contender] of contenders.entries()) {
    const build = median(times[index]!)
    const engine = await contender.build(corpus.texts)
    const scores = await scoresOf(engine, corpus)
    rows.push([
      contender.name,
      whole(build),
      fts5 === undefined ? '' : (build / median(fts5)).toFixed(2),
      whole(1000 / (await searchTime(engine, corpus.questions))),
      scores === undefined ? 'n/a' : mean(scores).toFixed(3),
      ours === undefined || scores === undefined ? '' : pairedDifference(ours, scores),
    ])
    ours ??= scores
    engine.close?.()
  }
  const what = `${corpus.name}, ${whole(corpus.texts.length)} texts, ${size.toFixed(1)} MB`
  printTable([what, 'index ms', 'x FTS5', 'queries/s', 'nDCG@10', 'ours minus it'], rows)
}

/** nDCG@10 of each question that has an answer. */
async function scoresOf(engine: Engine, { questions, judgments }: Corpus): Promise<number[] | undefined> {
  if (judgments === undefined) return undefined
  const scores: number[] = []
  for (const [index, question] of questions.entries()) {
    const score = ndcg10(await engine.search(question, K), judgments[index]!)
    if (score !== null) scores.push(score)
  }
  return scores
}

function compareScans(all: readonly Corpus[]): void {
  const rows = all.map((corpus) => {
    const { own, c } = compareWithC(corpus)
    const perSecond = (time: number) => whole((1000 * corpus.questions.length) / time)
    return [corpus.name, perSecond(own), perSecond(c), (own / c).toFixed(2)]
  })
  printTable(['the scan alone', 'scans/s', 'in C', 'ratio'], rows)
}

/** A slope is that of log time over log size: 1 is linear. */
async function showGrowth(): Promise<void> {
  const points: { count: number; build: number; search: number }[] = []
  for (const count of GROWTH) {
    const { texts, questions } = zipfCorpus(count, QUESTIONS)
    const [times] = await buildTimes([own], texts)
    points.push({ count, build: median(times!), search: await searchTime(await own.build(texts), questions) })
  }
  const rows = points.map((point, index) => {
    const before = points[index - 1]
    const slope = (key: 'build' | 'search') =>
      before === undefined ? '' : (Math.log(point[key] / before[key]) / Math.log(point.count / before.count)).toFixed(2)
    return [whole(point.count), whole(point.build), slope('build'), point.search.toFixed(3), slope('search')]
  })
  printTable(['Zipf texts of 100 words', 'index ms', 'slope', 'ms/query', 'slope'], rows)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** A number without its fraction, thousands set off. */
function whole(value: number): string {
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [head, head.map(() => '---'), ...rows]
  console.log(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}`)
}

const asked = process.argv.slice(2)
const isAsked = (name: string) => asked.length === 0 || asked.includes(name)
const corpora = ['scifact', 'cranfield'].filter(isAsked).flatMap((name) => beirCorpus(collections ?? '', name) ?? [])
if (collections === undefined)
  console.log('RETRIEVAL_GATE_COLLECTIONS names no collections: only generated text is used')
if (isAsked('markdown')) {
  const folders = [repository, ...peerFolders.split(delimiter)].map((folder) => join(folder, 'node_modules'))
  corpora.push(markdownCorpus(folders, 50_000, QUESTIONS))
}

for (const corpus of corpora) await compareEngines(corpus)
if (corpora.length > 0) compareScans(corpora)
if (isAsked('growth')) await showGrowth()
