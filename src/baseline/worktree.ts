import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fetchFrom } from './fetch-commits.ts'
import { type GitOptions, git, runGit } from './run-git.ts'

export interface WorktreeOptions extends GitOptions {
  readonly env: Readonly<Record<string, string | undefined>>
}

interface Checkout {
  /** The top folder of a work tree of the repository. */
  readonly repository: string
  readonly commit: string
  readonly folder: string
}

/**
 * A commit's files in a temporary work tree of the repository, for as long as `use` takes; gone afterwards, whatever
 * happens. Submodules are checked out where the repository has them checked out. The repository's own work tree, index and
 * branches stay as they are, and none of its hooks runs.
 *
 * @param within any folder of the repository
 */
export async function withWorktree<T>(
  within: string,
  commit: string,
  options: WorktreeOptions,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const repository = (await git(within, ['rev-parse', '--show-toplevel'], options)).trim()
  const parent = await realpath(await mkdtemp(join(options.env.RUNNER_TEMP ?? tmpdir(), 'retrieval-gate-base-')))
  const folder = join(parent, 'tree')
  const made: Checkout[] = []
  try {
    await checkOut({ repository, commit, folder }, options, made)
    return await use(folder)
  } finally {
    // Without the signal: what an interrupted run made is removed as well.
    for (const one of made.reverse()) {
      await runGit(one.repository, ['worktree', 'remove', '--force', '--force', one.folder])
    }
    await rm(parent, { recursive: true, force: true, maxRetries: 3 })
    for (const one of made) await runGit(one.repository, ['worktree', 'prune'])
  }
}

const QUIETLY = ['-c', `core.hooksPath=${devNull}`, '-c', 'core.fsmonitor=false', '-c', 'advice.detachedHead=false']

async function checkOut(checkout: Checkout, options: WorktreeOptions, made: Checkout[]): Promise<void> {
  const { repository, commit, folder } = checkout
  const env = { ...options.env, ...(await lfsChoice(repository)) }
  made.push(checkout)
  await git(repository, [...QUIETLY, 'worktree', 'add', '--force', '--detach', folder, commit], { ...options, env })
  for (const submodule of await submodulesOf(checkout)) {
    const own = join(repository, submodule.path)
    if (!existsSync(join(own, '.git'))) continue
    if ((await runGit(own, ['cat-file', '-e', submodule.commit])) === undefined) {
      await fetchFrom(own, [submodule.commit], options)
    }
    await checkOut({ repository: own, commit: submodule.commit, folder: join(folder, submodule.path) }, options, made)
  }
}

/** What a commit has submodules at, and which commits of them. */
async function submodulesOf({ folder }: Checkout): Promise<{ path: string; commit: string }[]> {
  if (!existsSync(join(folder, '.gitmodules'))) return []
  const listed = await git(folder, ['ls-files', '--stage', '-z'])
  return listed.split('\0').flatMap((line) => {
    const [, commit, path] = /^160000 ([0-9a-f]+) 0\t(.*)$/s.exec(line) ?? []
    return commit === undefined || path === undefined ? [] : [{ commit, path }]
  })
}

/** Large files are fetched for the base only where the head has them too: else only one side would be searched in them. */
async function lfsChoice(repository: string): Promise<Record<string, string>> {
  const common = (await runGit(repository, ['rev-parse', '--git-common-dir']))?.trim() ?? '.git'
  return existsSync(join(resolve(repository, common), 'lfs', 'objects')) ? {} : { GIT_LFS_SKIP_SMUDGE: '1' }
}
