import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { vi } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

let built: Promise<string> | undefined

/** The path of the bundled Action: from `RETRIEVAL_GATE_DIST` where it is set, else built anew, once for all tests of a run. */
export function builtAction(): Promise<string> {
  const dist = process.env.RETRIEVAL_GATE_DIST
  built ??= dist === undefined ? buildOnce() : Promise.resolve(join(dist, 'action.js'))
  return built
}

/** Tests run in several processes at once: the first one builds, the others wait for it. */
async function buildOnce(): Promise<string> {
  const folder = join(tmpdir(), 'retrieval-gate-bundle')
  const lock = `${folder}.lock`
  const action = join(folder, 'dist/action.js')
  const isFirst = await mkdir(lock).then(
    () => true,
    () => false,
  )
  if (isFirst) await build(folder).finally(() => (existsSync(action) ? undefined : rm(lock, { recursive: true })))
  else await vi.waitUntil(() => existsSync(action) || !existsSync(lock), { timeout: 110_000, interval: 100 })
  return action
}

async function build(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'package.json'), '{"type": "module"}')
  const rolldown = join(ROOT, 'node_modules/rolldown/bin/cli.mjs')
  await promisify(execFile)(process.execPath, [rolldown, '-c', '-d', join(unfinished, 'dist')], { cwd: ROOT })
  await rename(unfinished, folder)
}
