import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { compareCodeUnits } from '../../code-units.ts'
import { fingerprint } from '../../fingerprint.ts'

/** A folder of files that are only ever added, which the cache service carries from run to run. */
export interface CachedFolder {
  /** Absolute. */
  readonly folder: string
  /** What the client takes of it: a pattern below the folder; all of it unless given. */
  readonly pattern?: string
  /** Whether a file, by its path in the folder, is of the kind that the folder holds. */
  accepts(path: string): boolean
  /** Whether what was kept under a key is of use here. */
  isOfUse(key: string): boolean
  /** Makes the folder, for what is put into it. */
  prepare(): Promise<void>
}

/** Path in the folder, with `/`, -> bytes; in code-unit order of the paths. */
export type FolderContent = ReadonlyMap<string, number>

/** The regular files of a folder, or of another in its place, that are of its kind; none where there is no such folder. */
export function contentOf({ folder, accepts }: CachedFolder, place = folder): FolderContent {
  const entries = filesIn(place).flatMap((path): [string, number][] => {
    const bytes = accepts(path) ? statSync(join(place, path), { throwIfNoEntry: false })?.size : undefined
    return bytes === undefined ? [] : [[path, bytes]]
  })
  return new Map(entries.sort(([a], [b]) => compareCodeUnits(a, b)))
}

/** Whether there is anything that was not there before. */
export function hasNew(before: FolderContent | undefined, now: FolderContent): boolean {
  return [...now].some(([path, bytes]) => before?.get(path) !== bytes)
}

/** Where files are only ever added, under names of their own, names and sizes tell contents apart. */
export function contentKey(contents: readonly FolderContent[]): string {
  return fingerprint(contents.map((content) => [...content])).slice(0, 32)
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    return entries.map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
  } catch {
    return []
  }
}
