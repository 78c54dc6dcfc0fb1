/**
 * `score` on a run of 1,000,000 lines against reading the same file and splitting it into lines, twice. Each is a process
 * of its own, so that starting, compiling and the bootstrap count, and the peak memory is that of the task alone.
 * Run with `npx tsx bench/score.bench.ts`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const QUERIES = 1000
const RESULTS = 1000
const ROUNDS = 5
const SEVEN = 'ndcg@10,recall@5,mrr,precision@5,f1@5,hit@1,map'

let state = 1
function draw(bound: number): number {
  state = (Math.imul(state, 1664525) + 1013904223) | 0
  return Math.floor(((state >>> 0) / 2 ** 32) * bound)
}

const folder = mkdtempSync(join(tmpdir(), 'score-bench-'))
const path = (name: string): string => join(folder, name)

function writeCollection(): void {
  const run: string[] = []
  const qrels: string[] = []
  for (let query = 0; query < QUERIES; query++) {
    for (let rank = 1; rank <= RESULTS; rank++) {
      const document = `doc-${(rank * 7919 + query * 31) % 100_003}`
      run.push(`q${query} Q0 ${document} ${rank} ${(30 - rank * 0.02 + draw(1000) / 100_000).toFixed(6)} bm25\n`)
      if (draw(50) === 0) qrels.push(`q${query} 0 ${document} ${draw(3)}\n`)
    }
  }
  writeFileSync(path('sorted.run'), run.join(''))
  const keyed = run.map((line) => ({ line, key: draw(2 ** 31) }))
  writeFileSync(
    path('shuffled.run'),
    keyed
      .sort((a, b) => a.key - b.key)
      .map(({ line }) => line)
      .join(''),
  )
  writeFileSync(path('qrels'), qrels.join(''))
}

async function bundleScore(): Promise<void> {
  const entry = path('entry.ts')
  const source = join(import.meta.dirname, '../src/commands/score.ts')
  writeFileSync(
    entry,
    `import { score } from ${JSON.stringify(source)}
     const [, , run, metrics] = process.argv
     const qrels = ${JSON.stringify(path('qrels'))}
     process.stdout.write(score({ qrels, run: [run], metrics }, { cwd: '/' }).text)
     ${REPORT}`,
  )
  const bundle = await rolldown({ input: entry, platform: 'node', logLevel: 'silent' })
  await bundle.write({ file: path('score.mjs'), format: 'esm' })
}

/** What each process says of itself when it is done. */
const REPORT = `
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  process.stderr.write(JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }))`

const SPLIT_TWICE = `
  import { readFileSync } from 'node:fs'
  let lines = 0
  for (let i = 0; i < 2; i++) lines += readFileSync(process.argv[2], 'utf8').split('\\n').length
  process.stdout.write(String(lines))`

interface Measured {
  /** Of CPU time, which other work on the machine disturbs less than the time on the wall. */
  readonly seconds: number
  readonly megabytes: number
}

function measure(script: string, run: string, metrics: string): Measured {
  const { status, stderr } = spawnSync(process.execPath, [path(script), path(run), metrics], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stderr) as Measured
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

writeCollection()
writeFileSync(path('split.mjs'), SPLIT_TWICE + REPORT)
await bundleScore()
const tasks = [
  ['read and split twice', 'split.mjs', 'sorted.run', ''],
  ['score, ndcg@10', 'score.mjs', 'sorted.run', 'ndcg@10'],
  ['score, seven metrics', 'score.mjs', 'sorted.run', SEVEN],
  ['score, seven metrics, lines shuffled', 'score.mjs', 'shuffled.run', SEVEN],
] as const
const results = tasks.map((): Measured[] => [])
for (let round = 0; round < ROUNDS; round++) {
  for (const [i, [, script, run, metrics]] of tasks.entries()) results[i]!.push(measure(script, run, metrics))
}
const reference = median(results[0]!.map(({ seconds }) => seconds))
for (const [i, [name]] of tasks.entries()) {
  const seconds = median(results[i]!.map((one) => one.seconds))
  const megabytes = median(results[i]!.map((one) => one.megabytes))
  const ratio = (seconds / reference).toFixed(2)
  console.log(`${name.padEnd(38)} ${seconds.toFixed(2)} s  x ${ratio}  ${megabytes.toFixed(0)} MB`)
}
rmSync(folder, { recursive: true })
