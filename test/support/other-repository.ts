import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'

/** A server of repositories that is a folder, with `octo/kb` on it. */
export interface OtherRepository {
  /** As `GITHUB_SERVER_URL`. */
  readonly server: string
  /** The repository's folder. */
  readonly path: string
  /** Commits these files too, on the branch that is checked out; returns the commit. */
  commit(files: Readonly<Record<string, string>>): string
}

/** Gone when the test ends. */
export function otherRepository(files: Readonly<Record<string, string>>): OtherRepository {
  const server = temporaryFolder()
  const path = join(server, 'octo', 'kb')
  const commit = (more: Readonly<Record<string, string>>) => {
    write(path, { ...more })
    git(path, 'add', '-A')
    git(path, 'commit', '-q', '--allow-empty', '-m', 'kb')
    return git(path, 'rev-parse', 'HEAD').trim()
  }
  write(path, { '.gitignore': '*.log\n' })
  git(path, 'init', '-q', '-b', 'main')
  commit(files)
  return { server: pathToFileURL(server).href, path, commit }
}
