/**
 * One run of the whole command over 100,000 chunks in 5,000 files, 200 questions, with bm25, hashing and their hybrid, as in a
 * terminal: memory at its most, CPU time, and how often the progress bar moves.
 *
 *     npx tsx bench/large.bench.ts [CHUNKS]
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { run } from '../src/commands/run.ts'
import { writeKnowledgeBase } from './large/write-knowledge-base.ts'

const QUESTIONS = 200
const chunks = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'retrieval-gate-bench-'))

try {
  writeKnowledgeBase(folder, chunks, QUESTIONS)
  for (const what of ['no cache yet', 'cache warm']) await measure(what)
} finally {
  rmSync(folder, { recursive: true })
}

async function measure(what: string): Promise<void> {
  const frames = [performance.now()]
  const start = process.cpuUsage()
  const code = await run(
    { timing: true },
    {
      cwd: folder,
      env: {},
      stdout: (text) => void process.stdout.write(text),
      stderr: () => void frames.push(performance.now()),
      now: () => performance.now(),
      fetch,
      isTerminal: true,
      signal: new AbortController().signal,
      platform: {},
    },
  )
  frames.push(performance.now())
  const { user, system } = process.cpuUsage(start)
  const memory = process.resourceUsage().maxRSS / 1024 / 1024
  const wall = frames.at(-1)! - frames[0]!
  const pauses = frames.slice(1).map((time, index) => time - frames[index]!)
  console.log(
    [
      `${what}: exit code ${code}, ${((user + system) / 1e6).toFixed(1)} s of CPU, ${memory.toFixed(2)} GB at its most;`,
      `the bar moved ${frames.length - 2} times, and stood still for ${percent(Math.max(...pauses) / wall)} of the time at most\n`,
    ].join(' '),
  )
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}
