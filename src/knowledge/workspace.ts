import { lstatSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve, sep } from 'node:path'
import { withSlashes } from './select-files.ts'
import { SKIPPED, type SkipReason } from './skipped.ts'

/** A regular file inside the workspace. */
export interface FileOnDisk {
  readonly path: string
  readonly bytes: number
  /** Where the bytes really lie, relative to the workspace, with `/`; differs from `path` behind a symlink. */
  readonly realPath: string
  readonly isLink: boolean
}

/** A folder that nothing is read outside of, whatever the symlinks in it say. */
export class Workspace {
  readonly #root: string
  readonly #realFolders = new Map<string, string>()

  constructor(root: string) {
    this.#root = realpathSync(resolve(root))
  }

  /** The absolute path of a file on disk. */
  absolute(realPath: string): string {
    return join(this.#root, realPath)
  }

  /** Finds a path's file, or says why it is none; `undefined` when it has gone from the disk. */
  find(path: string): FileOnDisk | { skipped: SkipReason } | undefined {
    try {
      const absolute = join(this.#root, path)
      const entry = lstatSync(absolute)
      const isLink = entry.isSymbolicLink()
      const real = isLink ? realpathSync(absolute) : join(this.#realFolder(dirname(absolute)), basename(absolute))
      const realPath = withSlashes(relative(this.#root, real), sep)
      if (realPath === '..' || realPath.startsWith('../')) return { skipped: SKIPPED.outsideLink }
      const file = isLink ? statSync(real) : entry
      if (file.isDirectory()) return { skipped: SKIPPED.folderLink }
      if (!file.isFile()) return { skipped: SKIPPED.special }
      return { path, bytes: file.size, realPath, isLink: realPath !== path }
    } catch (error) {
      const { code } = error as { code?: unknown }
      return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { skipped: SKIPPED.unreadable }
    }
  }

  #realFolder(folder: string): string {
    let real = this.#realFolders.get(folder)
    if (real === undefined) {
      real = realpathSync(folder)
      this.#realFolders.set(folder, real)
    }
    return real
  }
}
