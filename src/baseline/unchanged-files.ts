import { runGit } from './run-git.ts'

/**
 * Whether a file (relative to the repository's top folder) is the same now as it was at a commit; for none where git does not
 * look at every file, or treats files otherwise than it did.
 *
 * @param repository its top folder
 */
export async function unchangedSince(repository: string, commit: string): Promise<(path: string) => boolean> {
  const command = ['-c', 'core.fsmonitor=false', 'diff', '--no-ext-diff', '--no-renames', '--name-only', '-z', commit]
  const [changed, flags] = await Promise.all([
    runGit(repository, command),
    runGit(repository, ['ls-files', '-v', '-z']),
  ])
  if (changed === undefined || flags === undefined || OVERLOOKED.test(flags)) return () => false
  const paths = new Set(changed.split('\0'))
  if ([...paths].some((path) => /(^|\/)\.gitattributes$/.test(path))) return () => false
  return (path) => !paths.has(path)
}

/** The marks of files that git was told not to look at, or not to check out. */
const OVERLOOKED = /(?:^|\0)[a-zS] /
