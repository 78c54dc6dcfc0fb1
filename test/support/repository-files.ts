import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of this repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Files of the repository, tracked or new, that git does not ignore; with `/`, sorted, optionally only some paths. */
export function repositoryFiles(...paths: string[]): string[] {
  const listing = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths]
  const files = execFileSync('git', listing, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0')
  return files.filter((file) => file !== '' && existsSync(join(repository, file))).sort()
}
