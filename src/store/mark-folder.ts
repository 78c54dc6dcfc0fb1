import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Marks a folder as a cache, for us and for backups (https://bford.info/cachedir/). */
export const TAG = 'CACHEDIR.TAG'
const TAG_TEXT =
  'Signature: 8a477f597d28d172789f06886806bc55\n# The cache of retrieval-gate; it can be deleted at any time.\n'

/** Makes a store's folder where there is none, known as such and ignored by git. */
export async function markFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, TAG), TAG_TEXT)
  await writeFile(join(folder, '.gitignore'), '*\n')
}
