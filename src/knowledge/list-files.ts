import { existsSync, lstatSync, readdirSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { compareCodeUnits } from '../code-units.ts'
import { gitFiles } from './git-files.ts'
import { SKIPPED, type SkipCounts } from './skipped.ts'
import { walkFolder } from './walk-folder.ts'

/**
 * The files and symlinks of a workspace: what git knows or would add and is on disk, also inside checked-out submodules
 * (where there is no git: all there is), without the program's own folders. Paths are relative to `root`, with `/`, in code-unit
 * order. What is left out and why is added to `skipped`. Files that are `known` need not be on disk. Throws as `gitFiles`.
 */
export async function listFiles(
  root: string,
  ownFolders: string | readonly string[],
  skipped: SkipCounts,
  signal?: AbortSignal,
  known?: Pick<ReadonlyMap<string, unknown>, 'has'>,
): Promise<string[]> {
  const listed = await gitFiles(root, signal)
  const files = listed === undefined ? walkFolder(root) : await expand(root, '', listed, skipped, signal, known)
  const isOwn = [ownFolders].flat().map((folder) => insideTest(root, folder))
  return files.filter((path) => !isOwn.some((isInside) => isInside(path))).sort(compareCodeUnits)
}

async function expand(
  root: string,
  prefix: string,
  listed: readonly string[],
  skipped: SkipCounts,
  signal: AbortSignal | undefined,
  known?: Pick<ReadonlyMap<string, unknown>, 'has'>,
): Promise<string[]> {
  const files: string[] = []
  for (const name of listed) {
    const path = prefix + name
    if (known?.has(path)) {
      files.push(path)
      continue
    }
    // git ends an untracked folder with a repository of its own in a slash; a submodule it gives as a plain path.
    const entry = name.endsWith('/') ? 'repository' : lstat(join(root, path))
    if (entry === 'repository') skipped.add(SKIPPED.nestedRepository)
    else if (entry?.isDirectory()) files.push(...(await insideSubmodule(root, path, skipped, signal)))
    else if (entry !== undefined) files.push(path)
    // A name that is not UTF-8 cannot be opened by the name that git's output was decoded to.
    else if (name.includes('\uFFFD')) skipped.add(SKIPPED.unreadable)
  }
  return files
}

async function insideSubmodule(
  root: string,
  path: string,
  skipped: SkipCounts,
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const folder = join(root, path)
  if (!existsSync(join(folder, '.git'))) {
    // A tracked file may have given way to a folder that has been untracked since: git lists what is in it by itself.
    if (readdirSync(folder).length === 0) skipped.add(SKIPPED.submodule)
    return []
  }
  const listed = (await gitFiles(folder, signal)) ?? []
  return expand(root, `${path}/`, listed, skipped, signal)
}

function lstat(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function insideTest(root: string, folder: string): (path: string) => boolean {
  const own = relative(root, resolve(root, folder)).split(sep).join('/')
  if (own === '' || own === '..' || own.startsWith('../')) return () => false
  return (path) => path === own || path.startsWith(`${own}/`)
}
