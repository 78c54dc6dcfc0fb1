import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { UserError } from '../../errors.ts'
import type { ModelFiles } from './model-files.ts'

/**
 * A model in a folder. Its revision is a hash of the files that decide, so that another model under the same name is another
 * model. `folder` is relative to the config; `decisive` are the names that may be there. Throws `UserError` where none is.
 */
export async function folderFiles(
  folder: string,
  { baseDirectory, decisive }: { readonly baseDirectory: string; readonly decisive: readonly string[] },
): Promise<ModelFiles> {
  const root = resolve(baseDirectory, folder)
  const hash = createHash('sha256')
  let found = 0
  for (const path of decisive) {
    const bytes = await readIfThere(join(root, path))
    if (bytes === null) continue
    found++
    hash.update(`${path}\0${bytes.length}\0`).update(bytes)
  }
  if (found === 0) throw noModel(folder, decisive)
  return { name: folder, revision: hash.digest('hex'), read: (path) => readIfThere(join(root, path)) }
}

async function readIfThere(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw new UserError({ where: path, what: 'this file of a model cannot be read', found: (error as Error).message })
  }
}

function noModel(folder: string, decisive: readonly string[]): UserError {
  return new UserError({
    where: folder,
    what: 'there is no model in this folder',
    expected: decisive.map((name) => `\`${name}\``).join(', '),
    hint: 'give the folder that a model was downloaded or exported to, or the name of one on the Hugging Face hub with `revision`',
  })
}
