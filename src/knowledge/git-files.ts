import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { UserError } from '../errors.ts'

const run = promisify(execFile)
const MAX_OUTPUT_BYTES = 2 ** 29
const LIST = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']

interface Failure {
  readonly code?: unknown
  readonly stderr?: unknown
  readonly name?: unknown
}

/**
 * The paths below a folder that git knows or would add, relative to it, with `/`; those of submodules and nested
 * repositories stand for all that is in them. `undefined` where there is no git or no repository. Throws a UserError
 * where there is a repository that git refuses to read: what is ignored there cannot be told, and guessing would change
 * the knowledge base.
 */
export async function gitFiles(folder: string, signal?: AbortSignal): Promise<string[] | undefined> {
  const options = { cwd: folder, maxBuffer: MAX_OUTPUT_BYTES, ...(signal === undefined ? {} : { signal }) }
  try {
    const { stdout } = await run('git', LIST, options)
    // An unmerged file is listed once for each side.
    return [...new Set(stdout.split('\0'))].filter((path) => path !== '')
  } catch (error) {
    signal?.throwIfAborted()
    const { code, stderr } = error as Failure
    if (code === 'ENOENT' || !isInRepository(folder)) return undefined
    const [said = ''] = String(stderr ?? '').split('\n')
    throw new UserError({
      where: folder,
      what: 'git cannot list the files of this repository',
      found: said,
      hint: hint(said, folder),
    })
  }
}

function isInRepository(folder: string): boolean {
  if (existsSync(join(folder, '.git'))) return true
  const parent = dirname(folder)
  return parent !== folder && isInRepository(parent)
}

function hint(said: string, folder: string): string {
  if (!said.includes('dubious ownership')) return 'run `git status` there and mend what it reports'
  return `if you trust this repository: git config --global --add safe.directory '${folder}'`
}
