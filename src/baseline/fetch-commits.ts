import { GitFailure, type GitOptions, git, runGit } from './run-git.ts'

export interface FetchOptions extends GitOptions {
  /** Commits to go further back from where a shallow clone ends. */
  readonly deepen?: number
}

/**
 * Fetches branches or commits by their names, without tags, asking nobody for a password. A shallow clone stays shallow, a
 * whole one whole.
 */
export async function fetchFrom(root: string, names: readonly string[], options: FetchOptions): Promise<void> {
  const remotes = (await runGit(root, ['remote']))?.split('\n').filter((name) => name !== '') ?? []
  const remote = remotes.includes('origin') ? 'origin' : remotes[0]
  if (remote === undefined) throw new GitFailure(`${names[0]} is not here, and there is no remote to fetch it from`)
  const depth = options.deepen === undefined ? ['--depth=1'] : [`--deepen=${options.deepen}`]
  const args = ['fetch', '--quiet', '--no-tags', '--no-recurse-submodules', ...((await isShallow(root)) ? depth : [])]
  const env = { ...options.env, GIT_TERMINAL_PROMPT: '0' }
  await git(root, [...args, remote, ...names], { ...options, env })
}

/** Whether a part of the history was left out when the repository was cloned. */
export async function isShallow(root: string): Promise<boolean> {
  return (await runGit(root, ['rev-parse', '--is-shallow-repository']))?.trim() === 'true'
}
