import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UserError } from '../errors.ts'

/**
 * Makes the folder that reports will be written to, so that a run does not find out at its end that it cannot.
 *
 * @throws UserError when the folder cannot be made or written to
 */
export async function prepareFolder(directory: string, shown: string): Promise<void> {
  const probe = join(directory, '.probe.tmp')
  try {
    await mkdir(directory, { recursive: true })
    await writeFile(probe, '')
    await rm(probe)
  } catch (error) {
    throw cannotWrite(shown, error)
  }
}

/**
 * Writes every file whole or not at all (a temporary file beside it, then a rename), and removes the `runs/` of
 * strategies that are no more.
 *
 * @throws UserError when a file cannot be written
 */
export async function writeReports(
  directory: string,
  shown: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  try {
    for (const [name, text] of files) {
      const path = join(directory, name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(`${path}.tmp`, text)
      await rename(`${path}.tmp`, path)
    }
    const writesRuns = [...files.keys()].some((name) => name.startsWith('runs/'))
    for (const name of writesRuns ? await readdir(join(directory, 'runs')) : []) {
      if (name.endsWith('.run') && !files.has(`runs/${name}`)) await rm(join(directory, 'runs', name))
    }
  } catch (error) {
    throw cannotWrite(shown, error)
  }
}

function cannotWrite(shown: string, error: unknown): UserError {
  return new UserError({
    where: shown,
    what: 'the reports cannot be written here',
    found: error instanceof Error ? error.message : String(error),
    hint: 'name a folder that can be written to with `--out`',
  })
}
