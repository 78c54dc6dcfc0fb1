import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Analyzer } from '../../src/analysis/analyzer.ts'
import { TermCounter } from '../../src/strategies/bm25/count-terms.ts'
import { invert, type Postings } from '../../src/strategies/bm25/postings.ts'
import { type QueryTerm, queryTerms, scan } from '../../src/strategies/bm25/scan.ts'
import type { Corpus } from './corpus.ts'
import { cpuTime, median } from './cpu-time.ts'
import { knownTerms } from './known-terms.ts'

const K = 10
const ROUNDS = 7
/** Each round repeats the questions often enough for the clock. */
const SEARCHES_PER_ROUND = 5_000

export interface ScanTimes {
  /** Milliseconds for all questions once. */
  readonly own: number
  readonly c: number
}

/** Both scans over the same postings, question analysis left out. Throws where gcc is missing or the results differ. */
export function compareWithC({ texts, questions }: Corpus): ScanTimes {
  const analyzer = new Analyzer({ stemming: true, stopWords: true })
  const counter = new TermCounter(analyzer)
  for (const text of texts) counter.add([{ text, weight: 1 }])
  const rows = Int32Array.from(texts.keys())
  const postings = invert(counter.finish(), rows, analyzer.termCount, { k1: 1.2, b: 0.75 })
  const queries = questions.map((question) =>
    knownTerms(postings, queryTerms(analyzer.analyze(question))).map(({ term }) => ({ term, count: 1 })),
  )
  const repeat = Math.max(1, Math.round(SEARCHES_PER_ROUND / questions.length))
  const folder = mkdtempSync(join(tmpdir(), 'bm25-c-scan-'))
  try {
    const program = join(folder, 'scan')
    execFileSync('gcc', ['-O3', '-march=native', '-o', program, join(import.meta.dirname, 'scan.c')])
    writeFileSync(join(folder, 'data'), serialised(postings, queries))
    const runC = () => execFileSync(program, [join(folder, 'data'), String(repeat)], { encoding: 'utf8' }).split(' ')
    const accumulator = new Float32Array(texts.length)
    const checksum = documentSum(postings, queries, accumulator)
    const rounds = Array.from({ length: ROUNDS }, () => {
      const [time, sum] = runC()
      if (Number(sum) !== checksum) throw new Error(`C found the documents ${sum}, not ${checksum}`)
      const own = cpuTime(() => {
        for (let round = 0; round < repeat; round++) for (const query of queries) scan(postings, query, K, accumulator)
      })
      return { own: own / repeat, c: Number(time) }
    })
    return { own: median(rounds.map(({ own }) => own)), c: median(rounds.map(({ c }) => c)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function documentSum(
  postings: Postings,
  queries: readonly QueryTerm[][],
  accumulator: Float32Array<ArrayBuffer>,
): number {
  let sum = 0
  for (const query of queries) for (const document of scan(postings, query, K, accumulator).documents) sum += document
  return sum
}

function serialised(
  { documentCount, termCount, starts, documents, impacts }: Postings,
  queries: QueryTerm[][],
): Buffer {
  const queryStarts = [0]
  for (const query of queries) queryStarts.push(queryStarts.at(-1)! + query.length)
  const words = [
    Int32Array.of(K, documentCount, termCount, queries.length),
    starts,
    documents,
    impacts,
    Int32Array.from(queryStarts),
    Int32Array.from(queries.flatMap((query) => query.map(({ term }) => term))),
  ]
  return Buffer.concat(words.map((array) => Buffer.from(array.buffer, array.byteOffset, array.byteLength)))
}
