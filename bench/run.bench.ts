/**
 * The whole command on this repository's own gate, against starting Node: CPU time of the process and of what it starts
 * (git), user and system. The commit that is checked out is cloned into a temporary folder, and the command is built anew.
 * Run with `npx tsx bench/run.bench.ts`; `NODE24=PATH` runs it under another Node.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROUNDS = 7
const root = join(import.meta.dirname, '..')
const node = process.env.NODE24 ?? process.execPath
const folder = mkdtempSync(join(tmpdir(), 'run-bench-'))
const clone = join(folder, 'clone')
const cli = join(folder, 'dist/cli.js')

/** Seconds of CPU of a command and its children. */
function cpuSeconds(words: readonly string[]): number {
  const script = '"$@" > /dev/null; code=$?; times; exit $code'
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script, 'bash', node, ...words], {
    cwd: clone,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  const [, ofChildren = ''] = stdout.trim().split('\n')
  return [...ofChildren.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds),
    0,
  )
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

/** The gate with so many strategies that are like bm25, and nothing else. */
function writeGate(strategies: number): string {
  const whole = readFileSync(join(clone, 'retrieval-gate.yml'), 'utf8')
  const entries = Array.from(
    { length: strategies },
    (_, turn) => `  bm25${turn === 0 ? '' : turn}: { type: bm25, k1: ${1.2 + turn / 10} }\n`,
  )
  const name = `gate-${strategies}.yml`
  const text = whole.replace(/^strategies:\n(?: .*\n)+/m, `strategies:\n${entries.join('')}`)
  writeFileSync(join(clone, name), text)
  return name
}

execFileSync('git', ['clone', '-q', '--local', root, clone])
execFileSync(process.execPath, [join(root, 'node_modules/rolldown/bin/cli.mjs'), '-c', '-d', join(folder, 'dist')], {
  cwd: root,
})
writeFileSync(join(folder, 'package.json'), '{"type": "module"}')

const run = (strategies: number, ...flags: string[]) => [
  cli,
  'run',
  '--config',
  writeGate(strategies),
  '--out',
  join(folder, 'report'),
  ...flags,
]
const tasks: Readonly<Record<string, readonly string[]>> = {
  'node -e 0': ['-e', '0'],
  '--help': [cli, '--help'],
  'run, bm25 alone': run(1, '--no-cache'),
  'run, bm25 alone, from the cache': run(1, '--cache', join(folder, 'cache')),
  'run, three like bm25': run(3, '--no-cache'),
}
const times = new Map(Object.keys(tasks).map((name): [string, number[]] => [name, []]))
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, words] of Object.entries(tasks)) {
    const seconds = cpuSeconds(words)
    if (round > 0) times.get(name)!.push(seconds)
  }
}
const bare = median(times.get('node -e 0')!)
for (const [name, all] of times) {
  const seconds = median(all)
  console.log(`${name.padEnd(34)} ${seconds.toFixed(3)} s  x ${(seconds / bare).toFixed(2)}`)
}
const [one, three] = ['run, bm25 alone', 'run, three like bm25'].map((name) => median(times.get(name)!))
console.log(
  `limit of one: 3 x node + 0.6 s = ${(3 * bare + 0.6).toFixed(3)} s; each further: ${((three! - one!) / 2).toFixed(3)} s`,
)
rmSync(folder, { recursive: true })
