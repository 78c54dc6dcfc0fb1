import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fetchFrom } from './fetch-commits.ts'
import { type GitOptions, git, runGit } from './run-git.ts'

export interface WorktreeOptions extends GitOptions {
  readonly env: Readonly<Record<string, string | undefined>>
  /** Files (relative to the repository) that need not be there at once; a repository with links or submodules, or a partial clone, has all of them there. */
  mayWait?(path: string): boolean
}

/** The files of a work tree that are not there yet. */
export interface Waiting {
  readonly paths: readonly string[]
  checkOut(paths: readonly string[]): Promise<void>
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
 * branches stay as they are, and none of its hooks runs. Files that may wait are checked out when they are asked for.
 *
 * @param within any folder of the repository
 */
export async function withWorktree<T>(
  within: string,
  commit: string,
  options: WorktreeOptions,
  use: (folder: string, waiting: Waiting) => Promise<T>,
): Promise<T> {
  const repository = (await git(within, ['rev-parse', '--show-toplevel'], options)).trim()
  const parent = await realpath(await mkdtemp(join(options.env.RUNNER_TEMP ?? tmpdir(), 'retrieval-gate-base-')))
  const folder = join(parent, 'tree')
  const made: Checkout[] = []
  try {
    const { mayWait, ...git } = options
    const paths =
      mayWait === undefined || (await isWantedWhole(repository, commit))
        ? await checkOut({ repository, commit, folder }, git, made)
        : await checkOutPart({ repository, commit, folder }, options, made)
    return await use(folder, { paths, checkOut: (some) => checkOutPaths(folder, some, options) })
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

/**
 * A link may lead to a file that waits, a submodule is a repository of its own, and a partial clone would have files fetched
 * one by one.
 */
async function isWantedWhole(repository: string, commit: string): Promise<boolean> {
  const [listed, promisors] = await Promise.all([
    runGit(repository, ['ls-tree', '-r', '-z', commit]),
    runGit(repository, ['config', '--get-regexp', '^remote\\..*\\.promisor$']),
  ])
  return listed === undefined || promisors !== undefined || /(?:^|\0)1[26]0000 /.test(listed)
}

/** Checks out what may not wait; returns the rest. */
async function checkOutPart(checkout: Checkout, options: WorktreeOptions, made: Checkout[]): Promise<string[]> {
  const { repository, commit, folder } = checkout
  const { mayWait = () => false, ...plain } = options
  made.push(checkout)
  await git(repository, [...QUIETLY, 'worktree', 'add', '--force', '--no-checkout', '--detach', folder, commit], plain)
  await git(folder, ['read-tree', 'HEAD'], plain)
  const paths = (await git(folder, ['ls-files', '-z'], plain)).split('\0').filter((path) => path !== '')
  const waiting = paths.filter(mayWait)
  await checkOutPaths(folder, waiting.length === 0 ? paths : paths.filter((path) => !mayWait(path)), options)
  return waiting
}

async function checkOutPaths(
  folder: string,
  paths: readonly string[],
  { mayWait: _, ...options }: WorktreeOptions,
): Promise<void> {
  if (paths.length === 0) return
  const env = { ...options.env, ...(await lfsChoice(folder)) }
  const input = paths.map((path) => `${path}\0`).join('')
  await git(folder, [...QUIETLY, 'checkout-index', '--force', '-z', '--stdin'], { ...options, env, input })
}

async function checkOut(checkout: Checkout, options: WorktreeOptions, made: Checkout[]): Promise<[]> {
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
  return []
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
