import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

let built: Promise<string> | undefined

/** The path of the bundled Action: from `RETRIEVAL_GATE_DIST` where it is set, else built anew, once for each test file. */
export function builtAction(): Promise<string> {
  const dist = process.env.RETRIEVAL_GATE_DIST
  built ??= dist === undefined ? build() : Promise.resolve(join(dist, 'action.js'))
  return built
}

async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'retrieval-gate-dist-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  const rolldown = join(ROOT, 'node_modules/rolldown/bin/cli.mjs')
  await promisify(execFile)(process.execPath, [rolldown, '-c', '-d', join(folder, 'dist')], { cwd: ROOT })
  return join(folder, 'dist/action.js')
}
