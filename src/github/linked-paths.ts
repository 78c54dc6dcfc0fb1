import { runGit } from '../baseline/run-git.ts'

/** Paths, relative to a folder, of what is not a file itself: what it holds is decided elsewhere. */
export interface LinkedPaths {
  readonly symlinks: readonly string[]
  readonly submodules: readonly string[]
}

/** What git knows below a folder; null where it does not tell. */
export async function linkedPaths(folder: string): Promise<LinkedPaths | null> {
  const listed = await runGit(folder, ['ls-files', '--stage', '-z'])
  if (listed === undefined) return null
  const entries = listed.split('\0').filter((entry) => entry !== '')
  const having = (mode: string) =>
    entries.filter((entry) => entry.startsWith(mode)).map((entry) => entry.slice(entry.indexOf('\t') + 1))
  return { symlinks: having('120000'), submodules: having('160000') }
}
