import { lstatSync, realpathSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
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
  /** By folder, relative to the root: where it really lies, likewise, ending in `/` unless it is the root. */
  readonly #realFolders = new Map<string, string>()

  constructor(root: string) {
    this.#root = realpathSync(resolve(root))
  }

  /** The absolute path of a file on disk. */
  absolute(realPath: string): string {
    return `${this.#root}${sep}${realPath}`
  }

  /** Finds a path's file, or says why it is none; `undefined` when it has gone from the disk. */
  find(path: string): FileOnDisk | { skipped: SkipReason } | undefined {
    try {
      const absolute = this.absolute(path)
      const entry = lstatSync(absolute)
      const isLink = entry.isSymbolicLink()
      const realPath = isLink ? this.#realPath(absolute) : this.#inRealFolder(path)
      if (realPath === '..' || realPath.startsWith('../')) return { skipped: SKIPPED.outsideLink }
      const file = isLink ? statSync(absolute) : entry
      if (file.isDirectory()) return { skipped: SKIPPED.folderLink }
      if (!file.isFile()) return { skipped: SKIPPED.special }
      return { path, bytes: file.size, realPath, isLink: realPath !== path }
    } catch (error) {
      const { code } = error as { code?: unknown }
      return code === 'ENOENT' || code === 'ENOTDIR' ? undefined : { skipped: SKIPPED.unreadable }
    }
  }

  /** Where a path that is no link itself really lies; the folders that it goes through may be links. */
  #inRealFolder(path: string): string {
    const folderEnd = path.lastIndexOf('/') + 1
    const folder = path.slice(0, folderEnd)
    let real = this.#realFolders.get(folder)
    if (real === undefined) {
      const found = this.#realPath(this.absolute(folder))
      real = found === '' ? '' : `${found}/`
      this.#realFolders.set(folder, real)
    }
    return real + path.slice(folderEnd)
  }

  #realPath(absolute: string): string {
    return withSlashes(relative(this.#root, realpathSync(absolute)), sep)
  }
}
