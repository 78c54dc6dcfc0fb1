import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runGit } from './run-git.ts'

/** One direction of what git knows between a base commit and the work tree. */
export interface GitView {
  counterpart(path: string): Promise<string | undefined>
  fromText(path: string): Promise<string | undefined>
  toText(path: string): Promise<string | undefined>
}

export interface GitHistory {
  readonly toBase: GitView
  readonly toHead: GitView
}

/**
 * What git knows about the way from a base commit to the work tree; null where the commit is not at hand. Paths are
 * relative to `root`, which may be a folder inside the repository.
 */
export async function gitHistory(root: string, base: string | null): Promise<GitHistory | null> {
  if (base === null || !/^[0-9a-f]{7,64}$/.test(base)) return null
  if ((await runGit(root, ['cat-file', '-e', `${base}^{commit}`])) === undefined) return null
  const baseText = (path: string) => runGit(root, ['show', `${base}:./${path}`])
  const headText = (path: string) => readFile(join(root, path), 'utf8').catch(() => undefined)
  let renames: Promise<readonly (readonly [string, string])[]> | undefined
  const renamed = () => (renames ??= findRenames(root, base))
  return {
    toBase: {
      counterpart: async (path) => (await renamed()).find(([, now]) => now === path)?.[0],
      fromText: headText,
      toText: baseText,
    },
    toHead: {
      counterpart: async (path) => (await renamed()).find(([before]) => before === path)?.[1],
      fromText: baseText,
      toText: headText,
    },
  }
}

/** Pairs of old and new path; the field layout is that of `git diff --name-status -z`: status, old, new. */
async function findRenames(root: string, base: string): Promise<[string, string][]> {
  const listed = await runGit(root, ['diff', '-M', '--diff-filter=R', '--name-status', '--relative', '-z', base])
  const fields = listed?.split('\0') ?? []
  const pairs: [string, string][] = []
  for (let index = 0; index + 2 < fields.length; index += 3) pairs.push([fields[index + 1]!, fields[index + 2]!])
  return pairs
}
