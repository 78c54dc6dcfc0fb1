import type { BaseRevision } from './base-revision.ts'
import { type FetchOptions, fetchFrom, isShallow } from './fetch-commits.ts'
import { GitFailure, git, runGit } from './run-git.ts'

/** Where a main branch is looked for when nobody names one. */
const MAIN_BRANCHES = ['origin/HEAD', 'origin/main', 'origin/master', 'main', 'master']
/** Commits that a shallow clone is deepened by in turn, until both sides meet. */
const DEEPER = [50, 500, 5000]

export interface MergeBase {
  readonly commit: string
  /** What it is the merge base with, for people. */
  readonly branch: string
}

/**
 * The commit that HEAD started from, at hand afterwards: in a shallow clone it is fetched.
 *
 * @throws GitFailure where there is none, or it cannot be had
 */
export async function mergeBase(root: string, wanted: BaseRevision, options: FetchOptions): Promise<MergeBase> {
  if ('commit' in wanted) {
    const { commit, branch } = wanted
    if ((await commitOf(root, commit)) === undefined) await fetchFrom(root, [commit], options)
    return { commit, branch }
  }
  const { branch, tip } = await findTip(root, wanted.revision, options)
  return { branch, commit: (await meet(root, tip)) ?? (await deepenUntilMet(root, branch, tip, options)) }
}

async function findTip(root: string, revision: string | undefined, options: FetchOptions) {
  const candidates = revision === undefined ? MAIN_BRANCHES : [revision, `origin/${revision}`]
  for (const branch of candidates) {
    const tip = await commitOf(root, branch)
    if (tip !== undefined) return { branch: branch === 'origin/HEAD' ? await named(root) : branch, tip }
  }
  if (revision === undefined) {
    throw new GitFailure(`there is no main branch here (looked for ${MAIN_BRANCHES.join(', ')}); name one with --base`)
  }
  await fetchFrom(root, [atRemote(revision)], options)
  return { branch: revision, tip: (await git(root, ['rev-parse', 'FETCH_HEAD'])).trim() }
}

/** What `origin/HEAD` stands for. */
async function named(root: string): Promise<string> {
  return (await runGit(root, ['rev-parse', '--abbrev-ref', 'origin/HEAD']))?.trim() ?? 'origin/HEAD'
}

async function commitOf(root: string, revision: string): Promise<string | undefined> {
  // A revision with a dash in front would be read as an option.
  if (revision.startsWith('-')) throw new GitFailure(`"${revision}" is no revision`)
  return (await runGit(root, ['rev-parse', '--verify', '--quiet', `${revision}^{commit}`]))?.trim()
}

/** What the remote calls a branch that is `origin/main` here. */
function atRemote(branch: string): string {
  return branch.replace(/^origin\//, '')
}

async function meet(root: string, tip: string): Promise<string | undefined> {
  return (await runGit(root, ['merge-base', 'HEAD', tip]))?.trim()
}

async function deepenUntilMet(root: string, branch: string, tip: string, options: FetchOptions): Promise<string> {
  if (await isShallow(root)) {
    const ref = atRemote(branch)
    const head = (await git(root, ['rev-parse', 'HEAD'])).trim()
    for (const deepen of DEEPER) {
      // Not every server hands out a commit that no branch has; the branch alone may be enough.
      await fetchFrom(root, [ref, head], { ...options, deepen }).catch(() =>
        fetchFrom(root, [ref], { ...options, deepen }),
      )
      const found = await meet(root, tip)
      if (found !== undefined) return found
    }
  }
  throw new GitFailure(
    `HEAD and ${branch} have no commit in common${(await isShallow(root)) ? ' in this shallow clone' : ''}`,
  )
}
