import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { allPackNames } from './pack-file.ts'

/** How the folders begin in which packs are written before they are moved to their place. */
export const TEMPORARY = 'tmp-'
/** After this long, nobody is writing any more: milliseconds. */
const ABANDONED = 60 * 60 * 1000

/** Removes what runs left that were killed while they wrote. */
export async function removeLeftovers(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(TEMPORARY)) continue
    const age = await stat(join(folder, name)).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs,
      () => 0,
    )
    if (age > ABANDONED) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** Removes the packs that have not been used for longest, until the rest fits. */
export async function trim(folder: string, maxBytes: number): Promise<void> {
  const found = allPackNames(folder).map(async (name) => {
    const file = await stat(join(folder, name)).catch(() => undefined)
    return file === undefined ? [] : [{ name, bytes: file.size, used: file.mtimeMs }]
  })
  const packs = (await Promise.all(found)).flat().sort((a, b) => b.used - a.used || (a.name < b.name ? -1 : 1))
  let total = 0
  for (const { name, bytes } of packs) {
    total += bytes
    if (total > maxBytes) await rm(join(folder, name), { force: true })
  }
}
