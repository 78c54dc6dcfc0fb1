/**
 * What the Action costs over the command: a pull request in the stand-in of GitHub (baseline looked up and downloaded, report
 * uploaded, comment written) against `retrieval-gate run --baseline PATH` on the same files; and its start against `node -e 0`. CPU time is that of
 * the processes alone. Run with `npx tsx bench/action.bench.ts`.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readZipEntry } from '../src/github/read-zip-entry.ts'
import { ActionRig } from '../test/support/github/action-rig.ts'
import { builtAction } from '../test/support/github/build-action.ts'

const ROUNDS = 7

const action = await builtAction()
const node = process.env.NODE24 ?? process.execPath
const rig = await ActionRig.start()
await rig.push()
const artifact = rig.github.state.artifacts[0]!
const baseline = join(dirname(action), '..', 'baseline.json')
writeFileSync(baseline, readZipEntry(artifact.content, 'report.json', { entries: 99, bytes: 1e8, ratio: 999 }))
const head = await rig.repository.commit('a change')

const command = () => {
  const cli = join(dirname(action), 'cli.js')
  execFileSync(node, [cli, 'run', '--baseline', baseline, '--quiet'], { cwd: rig.repository.path, stdio: 'ignore' })
}

const times = new Map<string, number[]>()
async function timed(name: string, work: () => unknown): Promise<void> {
  const start = performance.now()
  await work()
  times.set(name, [...(times.get(name) ?? []), performance.now() - start])
}

for (let round = 0; round < ROUNDS; round++) {
  await timed('retrieval-gate run', command)
  await timed('the Action, a pull request', () => rig.pullRequest({ head }))
  await timed('node -e 0', () => spawnSync(node, ['-e', '0']))
  await timed('start of dist/action.js', () => spawnSync(node, [action], { env: { PATH: process.env.PATH } }))
}
for (const [name, all] of times) {
  const sorted = all.toSorted((a, b) => a - b)
  console.log(`${name.padEnd(30)} ${sorted[sorted.length >> 1]!.toFixed(0).padStart(6)} ms wall, median of ${ROUNDS}`)
}
await rig.stop()
