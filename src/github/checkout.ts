import { mkdir, readdir } from 'node:fs/promises'
import { GitFailure, git } from '../baseline/run-git.ts'
import { UserError } from '../errors.ts'
import type { RunContext } from './run-context.ts'

export interface CheckoutOptions {
  readonly workspace: string
  readonly context: Pick<RunContext, 'owner' | 'repo' | 'serverUrl' | 'mergedSha' | 'headSha'>
  /** With the settings that let git in. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly signal: AbortSignal
}

/** Whether there is nothing in the workspace: the workflow has no checkout step. */
export async function isEmptyWorkspace(workspace: string): Promise<boolean> {
  const entries = await readdir(workspace).catch(() => [])
  return entries.length === 0
}

/**
 * Checks out the commit that this run is for, and nothing before it. Only for events whose code may be evaluated: the
 * caller has made sure. Submodules and large files are left out.
 * @throws UserError where git is not there or the server refuses
 */
export async function checkOut(options: CheckoutOptions): Promise<void> {
  const { workspace, context, signal } = options
  const { serverUrl, owner, repo, mergedSha, headSha } = context
  const env = { ...options.env, GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1' }
  const run = (args: readonly string[]) => git(workspace, args, { env, signal })
  const fetch = (sha: string) => run(['fetch', '--quiet', '--no-tags', '--depth=1', 'origin', sha])
  try {
    await mkdir(workspace, { recursive: true })
    await run(['-c', 'init.defaultBranch=main', 'init', '--quiet', '--template='])
    await run(['remote', 'add', 'origin', `${serverUrl}/${owner}/${repo}`])
    // The merge commit of a pull request is made anew whenever its base moves; its head stays.
    await fetch(mergedSha).catch((error) => {
      if (mergedSha === headSha) throw error
      return fetch(headSha)
    })
    await run(['checkout', '--quiet', '--detach', 'FETCH_HEAD'])
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    throw new UserError({
      what: 'The workspace is empty, and the repository cannot be checked out into it',
      found: error.message,
      hint: 'give the job `permissions: contents: read`, or use actions/checkout before this step',
    })
  }
}
