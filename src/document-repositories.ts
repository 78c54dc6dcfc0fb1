import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { devNull, tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { shortCommit } from './baseline/base-revision.ts'
import { type GitHistory, gitHistory } from './baseline/git-history.ts'
import type { DocumentsSource } from './baseline/report-schema.ts'
import { GitFailure, type GitOptions, git } from './baseline/run-git.ts'
import type { Config, OtherRepository } from './config/config.ts'
import { UserError } from './errors.ts'
import { explainFetch } from './explain-fetch.ts'
import { authorizationFor, gitSettings } from './github/git-settings.ts'
import type { Ports } from './ports.ts'

/** Where the files of a knowledge base are while they are read. */
export interface DocumentsPlace {
  /** Absolute; paths of documents are relative to it. */
  readonly root: string
  /** Null where they lie beside the config. */
  readonly source: DocumentsSource | null
}

type FetchPorts = Pick<Ports, 'env' | 'signal' | 'documentsToken'>

/** Variables that would make git work on the repository that called us, as in a hook. */
const NOT_OURS = { GIT_DIR: undefined, GIT_WORK_TREE: undefined, GIT_INDEX_FILE: undefined }
const UNATTENDED = { GIT_TERMINAL_PROMPT: '0', GIT_LFS_SKIP_SMUDGE: '1', LC_ALL: 'C' }
const QUIETLY = ['-c', `core.hooksPath=${devNull}`, '-c', 'core.fsmonitor=false', '-c', 'advice.detachedHead=false']

/** The repositories that configs take their documents from. A branch stands for one commit for as long as the run takes. */
export class DocumentRepositories {
  readonly #ports: FetchPorts
  readonly #commits = new Map<string, string>()

  constructor({ env, signal, documentsToken }: FetchPorts) {
    this.#ports = { env, signal, ...(documentsToken === undefined ? {} : { documentsToken }) }
  }

  /**
   * The place of a config's documents, for as long as `use` takes. What was fetched for it is gone afterwards.
   *
   * @param root the config's folder
   * @throws UserError where the repository, the branch or the folder is not there, or may not be read
   */
  async within<T>(
    documents: Config['documents'],
    root: string,
    use: (place: DocumentsPlace) => Promise<T>,
  ): Promise<T> {
    if (!('from' in documents) || documents.from === undefined) return use({ root, source: null })
    const { from } = documents
    return this.#inTemporary(async (clone) => {
      const commit = await this.#checkOut(from, clone)
      return use({ root: await innerFolder(clone, from, commit), source: sourceOf(from, commit) })
    })
  }

  /**
   * The commit that a run would find the documents at.
   *
   * @throws UserError where the repository or the branch is not there, or may not be read
   */
  async commitOf({ repository, ref = 'HEAD' }: OtherRepository): Promise<string> {
    const args = ['ls-remote', '--quiet', this.#url(repository), ref, `${ref}^{}`]
    const listed = await git(tmpdir(), args, this.#options(repository)).catch((error: unknown) => {
      throw error instanceof GitFailure ? explainFetch(error.message, { repository, ref }) : error
    })
    const found = new Map(listed.split('\n').map((line) => line.split('\t').reverse() as [string, string]))
    // In the order in which `git fetch` understands a name.
    const names = [ref, `refs/${ref}`, `refs/tags/${ref}^{}`, `refs/tags/${ref}`, `refs/heads/${ref}`]
    const commit = names.map((name) => found.get(name)).find((known) => known !== undefined)
    if (commit === undefined) throw explainFetch(`couldn't find remote ref ${ref}`, { repository, ref })
    return commit
  }

  /**
   * What git knows of the way of the documents from one commit of a repository to another, for as long as `use` takes; null
   * where it cannot be had.
   */
  async between<T>(
    base: DocumentsSource,
    head: DocumentsSource,
    use: (history: GitHistory | null) => Promise<T>,
  ): Promise<T> {
    return this.#inTemporary(async (clone) => use(await this.#history(clone, base, head)))
  }

  async #history(clone: string, base: DocumentsSource, head: DocumentsSource): Promise<GitHistory | null> {
    try {
      await this.#checkOut({ repository: head.repository, ref: head.commit }, clone)
      await this.#fetch(base.repository, base.commit, clone)
      return await gitHistory(await innerFolder(clone, head, head.commit), base.commit)
    } catch (error) {
      this.#ports.signal.throwIfAborted()
      if (error instanceof UserError || error instanceof GitFailure) return null
      throw error
    }
  }

  async #inTemporary<T>(use: (clone: string) => Promise<T>): Promise<T> {
    const { env } = this.#ports
    const clone = await realpath(await mkdtemp(join(env.RUNNER_TEMP ?? tmpdir(), 'retrieval-gate-documents-')))
    try {
      return await use(clone)
    } finally {
      await rm(clone, { recursive: true, force: true, maxRetries: 3 })
    }
  }

  async #checkOut({ repository, ref = 'HEAD' }: OtherRepository, clone: string): Promise<string> {
    const key = `${repository} ${ref}`
    const options = this.#options(repository)
    try {
      await git(clone, ['-c', 'init.defaultBranch=main', 'init', '--quiet', '--template='], options)
      await this.#fetch(repository, this.#commits.get(key) ?? ref, clone)
      await git(clone, [...QUIETLY, 'checkout', '--quiet', '--detach', 'FETCH_HEAD'], options)
      const commit = (await git(clone, ['rev-parse', 'HEAD'], options)).trim()
      this.#commits.set(key, commit)
      return commit
    } catch (error) {
      throw error instanceof GitFailure ? explainFetch(error.message, { repository, ref }) : error
    }
  }

  async #fetch(repository: string, ref: string, clone: string): Promise<void> {
    const args = ['fetch', '--quiet', '--no-tags', '--depth=1', this.#url(repository), ref]
    await git(clone, args, this.#options(repository))
  }

  #url(repository: string): string {
    return `${(this.#ports.env.GITHUB_SERVER_URL || 'https://github.com').replace(/\/+$/, '')}/${repository}`
  }

  #options(repository: string): GitOptions {
    const { env, signal, documentsToken: token } = this.#ports
    const settings = token === undefined ? {} : gitSettings(env, authorizationFor(this.#url(repository), token))
    return { env: { ...env, ...NOT_OURS, ...settings, ...UNATTENDED }, signal }
  }
}

function sourceOf({ repository, ref, folder }: OtherRepository, commit: string): DocumentsSource {
  return { repository, commit, ...(ref === undefined ? {} : { ref }), ...(folder === undefined ? {} : { folder }) }
}

type Inner = Pick<DocumentsSource, 'repository' | 'folder'>

/** The folder of a clone that holds the documents. A link may stand in its place: nothing outside the clone is read. */
async function innerFolder(clone: string, { repository, folder = '.' }: Inner, commit: string): Promise<string> {
  const found = join(clone, folder)
  const real = existsSync(found) ? await realpath(found) : undefined
  if (real === clone || real?.startsWith(`${clone}${sep}`)) return real
  throw new UserError({
    where: 'documents.path',
    what: `this is no folder of ${repository} at ${shortCommit(commit)}`,
    found: folder,
  })
}
