import { execFile } from 'node:child_process'

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

export interface GitOptions {
  /** Set over the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly signal?: AbortSignal
  /** What it reads. */
  readonly input?: string
}

/** A git command that failed; `message` is the last line in which git said why. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
}

/** Output of a git command in a folder; `undefined` where git, the repository or the object is not there. */
export function runGit(directory: string, args: readonly string[]): Promise<string | undefined> {
  return git(directory, args).catch(() => undefined)
}

/**
 * Output of a git command in a folder.
 *
 * @throws GitFailure with git's own words; the signal's reason when it is aborted
 */
export function git(directory: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const { env, signal, input } = options
  return new Promise((resolve, reject) => {
    const settings = {
      maxBuffer: MAX_OUTPUT_BYTES,
      ...(env === undefined ? {} : { env: { ...env } }),
      ...(signal === undefined ? {} : { signal }),
    }
    const child = execFile('git', ['-C', directory, ...args], settings, (error, stdout, stderr) => {
      if (error === null) resolve(stdout)
      else reject(signal?.aborted ? signal.reason : new GitFailure(lastLine(stderr) ?? error.message))
    })
    if (input === undefined) return
    // What ends before it has read everything has said why.
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

/** The commit that is checked out, or null without one. */
export async function headCommit(directory: string): Promise<string | null> {
  return (await runGit(directory, ['rev-parse', '--verify', 'HEAD']))?.trim() ?? null
}

/** What went wrong comes before advice on it. */
function lastLine(text: string): string | undefined {
  const lines = text.trim().split('\n')
  return (lines.findLast((line) => /^(?:fatal|error): /.test(line)) ?? lines.at(-1)) || undefined
}
