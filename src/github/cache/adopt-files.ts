import { copyFile, mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type CachedFolder, contentOf } from './cached-folder.ts'

/**
 * Moves files that came out of an archive to the folder that they are for; returns how many. An archive is not trusted: only
 * regular files go over, only such as the folder holds, and none over a file that is there.
 */
export async function adoptFiles(from: string, to: CachedFolder): Promise<number> {
  const there = contentOf(to)
  const missing = [...contentOf(to, from).keys()].filter((path) => !there.has(path))
  if (missing.length === 0) return 0
  await to.prepare()
  for (const path of missing) {
    await mkdir(dirname(join(to.folder, path)), { recursive: true })
    await move(join(from, path), join(to.folder, path))
  }
  return missing.length
}

/** The runner's folder for temporary files may be on another file system than the workspace. */
async function move(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async () => {
    // Written whole, then moved: nobody sees a part of it.
    await copyFile(from, `${to}.part`)
    await rename(`${to}.part`, to)
  })
}
