import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { breakPages, gatedRepository } from '../support/gated-repository.ts'
import { repository } from '../support/repository-files.ts'

/** Starts `retrieval-gate run --baseline recompute`, as a terminal or a git hook would. */
function start(folder: string, env: Record<string, string>) {
  const program = join(repository, 'src/cli.ts')
  const loader = join(repository, 'node_modules/tsx/dist/loader.mjs')
  const args = ['--import', loader, program, 'run', '--baseline', 'recompute', '--quiet', '--no-timing']
  return spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

it.each(['SIGINT', 'SIGTERM'] as const)('%s while the base is checked out leaves nothing of it', async (signal) => {
  const mark = join(temporaryFolder(), 'checking-out')
  const folder = gatedRepository({ '.gitattributes': 'docs/page-5.md filter=slow\n' })
  breakPages(folder, 5)
  git(folder, 'config', 'filter.slow.smudge', `touch '${mark}'; while test -e '${mark}'; do sleep 0.1; done`)
  const temporary = temporaryFolder()
  const run = start(folder, { RUNNER_TEMP: temporary })
  const said: Buffer[] = []
  run.stderr.on('data', (data) => said.push(data))
  const exited = once(run, 'exit')
  const watcher = watch(join(mark, '..'))
  await Promise.race([once(watcher, 'change'), exited])
  watcher.close()
  expect(existsSync(mark)).toBe(true)
  run.kill(signal)
  const [code] = await exited
  expect(code).toBe(2)
  expect(Buffer.concat(said).toString()).toContain('interrupted')
  expect(readdirSync(temporary)).toEqual([])
  expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
})

it('works in a git hook, which names its own repository to all that it starts', async () => {
  const folder = gatedRepository()
  git(folder, 'checkout', '-q', '-b', 'change')
  breakPages(folder, 2)
  write(folder, { 'docs/new.md': '# New\n' })
  const hook = { GIT_DIR: join(folder, '.git'), GIT_INDEX_FILE: join(folder, '.git/index'), GIT_PREFIX: '' }
  const run = start(folder, hook)
  const printed: Buffer[] = []
  for (const stream of [run.stdout, run.stderr]) stream.on('data', (data) => printed.push(data))
  const [code] = await once(run, 'close')
  const text = Buffer.concat(printed).toString()
  expect(text).toMatch(/^fail: /)
  expect(code).toBe(1)
})
