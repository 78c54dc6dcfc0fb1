/**
 * What the Action costs over the command: a pull request in the stand-in of GitHub (baseline looked up and downloaded, report
 * uploaded, comment written) against `retrieval-gate run --baseline PATH` on the same files; and what starting costs, of the
 * Action without a runner around it and of the command's help, against `node -e 0`. Under the Node that `NODE24` names, else
 * under this one. Run with `npx tsx bench/action.bench.ts`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readZipEntry } from '../src/github/read-zip-entry.ts'
import { ActionRig } from '../test/support/github/action-rig.ts'
import { builtAction } from '../test/support/github/build-action.ts'

const ROUNDS = 7
const STARTS = 12

const action = await builtAction()
const node = process.env.NODE24 ?? process.execPath
const rig = await ActionRig.start()
await rig.push()
const artifact = rig.github.state.artifacts[0]!
const baseline = join(dirname(action), '..', 'baseline.json')
writeFileSync(baseline, readZipEntry(artifact.content, 'report.json', { entries: 99, bytes: 1e8, ratio: 999 }))
const head = await rig.repository.commit('a change')

const cli = join(dirname(action), 'cli.js')
const command = () => {
  execFileSync(node, [cli, 'run', '--baseline', baseline, '--quiet'], { cwd: rig.repository.path, stdio: 'ignore' })
}

const times = new Map<string, number[]>()
async function timed(name: string, work: () => unknown): Promise<void> {
  const start = performance.now()
  await work()
  times.set(name, [...(times.get(name) ?? []), performance.now() - start])
}

/** Milliseconds of CPU, user and system, of a process: starts are short, and a busy machine would drown them. */
function started(name: string, ...args: readonly string[]): void {
  const script = '"$@" > /dev/null 2>&1; times'
  const env = { PATH: process.env.PATH }
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', node, ...args], { env, encoding: 'utf8' })
  const [user = 0, system = 0] = [...(stdout.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, seconds]) => 60_000 * Number(minutes) + 1000 * Number(seconds),
  )
  times.set(name, [...(times.get(name) ?? []), user + system])
}

const median = (name: string) => {
  const sorted = times.get(name)!.toSorted((a, b) => a - b)
  return sorted[sorted.length >> 1]!
}

/** The system counts CPU in steps as long as a start: a mean has what a median of such counts loses. */
const mean = (name: string) => times.get(name)!.reduce((sum, time) => sum + time, 0) / STARTS

console.log(execFileSync(node, ['--version'], { encoding: 'utf8' }).trim())
for (let start = 0; start < STARTS; start++) {
  started('node -e 0', '-e', '0')
  started('start of dist/action.js', action)
  started('dist/cli.js --help', cli, '--help')
}
for (const name of times.keys()) {
  const ratio = (mean(name) / mean('node -e 0')).toFixed(2)
  console.log(`${name.padEnd(30)} ${mean(name).toFixed(0).padStart(6)} ms CPU, mean of ${STARTS}   x ${ratio}`)
}
times.clear()
for (let round = 0; round < ROUNDS; round++) {
  await timed('retrieval-gate run', command)
  await timed('the Action, a pull request', () => rig.pullRequest({ head }))
}
for (const name of times.keys()) {
  console.log(`${name.padEnd(30)} ${median(name).toFixed(0).padStart(6)} ms wall, median of ${ROUNDS}`)
}
await rig.stop()
