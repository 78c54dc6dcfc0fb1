/**
 * What the cache saves, and what a recomputed baseline costs: whole runs of the bundled command, CPU time of it and all that
 * it starts.
 *
 *     npx rolldown -c --dir /tmp/dist && npx tsx bench/recompute.bench.ts /tmp/dist/cli.js [COPIES]
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { printMedians } from './medians.ts'
import { changeOne, markdownRepository } from './recompute/markdown-repository.ts'

const ROUNDS = 5
const [command = 'dist/cli.js', copies = '8'] = process.argv.slice(2)
const cli = resolve(command)
const folder = mkdtempSync(join(tmpdir(), 'retrieval-gate-bench-'))

try {
  markdownRepository(folder, resolve('node_modules'), Number(copies))
  measure(`${copies} copies of the Markdown files of node_modules`, folder)
  rmSync(join(folder, 'docs'), { recursive: true })
  rmSync(join(folder, '.git'), { recursive: true })
  markdownRepository(folder, resolve('node_modules/zod'), 1)
  measure('the files of one package', folder)
} finally {
  rmSync(folder, { recursive: true })
}

function measure(what: string, repository: string): void {
  const cache = join(repository, '.retrieval-gate')
  const times = new Map<string, number[]>()
  const run = (name: string, ...flags: string[]) => {
    times.set(name, [...(times.get(name) ?? []), cpuTime(repository, flags)])
  }
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(cache, { recursive: true, force: true })
    run('single, no cache yet', '--baseline', 'none')
    changeOne(repository, round)
    run('single, one file changed', '--baseline', 'none')
    run('single, nothing changed', '--baseline', 'none')
    run('recompute, cache warm', '--baseline', 'recompute')
    run('single, --no-cache', '--baseline', 'none', '--no-cache')
    run('recompute, --no-cache', '--baseline', 'recompute', '--no-cache')
  }
  console.log(`\n${what}: CPU time of a run, and its ratio to the first`)
  printMedians(times)
}

/** Milliseconds of CPU, user and system, of a run and its children. */
function cpuTime(repository: string, flags: readonly string[]): number {
  const timed = 'TIMEFORMAT="%U %S"; { time "$@" > /dev/null 2> /dev/null || true; } 2>&1'
  const program = [process.execPath, cli, 'run', '--quiet', '--no-timing', ...flags]
  const text = execFileSync('bash', ['-c', timed, 'bench', ...program], { cwd: repository, encoding: 'utf8' })
  const [user = 0, system = 0] = text.trim().split(' ').map(Number)
  return 1000 * (user + system)
}
