import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count } from '../../numbers.ts'
import { harmlessLog } from '../harmless-log.ts'
import type { Log } from '../log.ts'
import { adoptFiles } from './adopt-files.ts'
import { archivePath } from './archive-path.ts'
import { type CachedFolder, contentKey, contentOf, type FolderContent, hasNew } from './cached-folder.ts'
import type { CacheClient, CacheReply, CacheTask } from './client.ts'

export interface SharedCacheOptions {
  readonly client: CacheClient
  readonly folders: readonly CachedFolder[]
  /** What the log calls it; `Cache` unless given. */
  readonly label?: string
  /** More than this is not kept. */
  readonly mostBytes?: number
  /** Beginnings of keys whose entries are of use, best first; what is kept goes under the first. */
  readonly prefixes: readonly [string, ...string[]]
  /** Absolute; the folders lie in it. */
  readonly workspace: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Milliseconds that fetching may take, and keeping likewise. */
  readonly limit: number
  readonly signal: AbortSignal
  readonly log: Pick<Log, 'info'>
}

const LONGEST_REASON = 300
const NOT_RESTORED = 'nothing could be restored'
const NOT_KEPT = 'nothing could be kept for later runs'

/**
 * Folders that GitHub's cache service carries from run to run. Whatever goes wrong costs time, which is limited, and one
 * line in the log.
 */
export class SharedCache {
  readonly #options: SharedCacheOptions
  #before: readonly FolderContent[] = []
  #works = true
  /** After a damaged entry, which cannot be replaced: another key, so that the next run finds a newer one. */
  #suffix = ''

  constructor(options: SharedCacheOptions) {
    this.#options = options
  }

  /** Puts what the nearest earlier run kept into the folders. */
  async restore(): Promise<void> {
    await this.#restore().catch((error: unknown) => this.#giveUp(NOT_RESTORED, String(error)))
  }

  /** Keeps the folders for later runs, where this one added to them. */
  async save(): Promise<void> {
    await this.#save().catch((error: unknown) => this.#giveUp(NOT_KEPT, String(error)))
  }

  async #save(): Promise<void> {
    const { folders, prefixes, workspace, signal, mostBytes = Number.POSITIVE_INFINITY } = this.#options
    const now = folders.map((folder) => contentOf(folder))
    if (!this.#works || signal.aborted || !now.some((content, index) => hasNew(this.#before[index], content))) return
    const bytes = sum(now.flatMap((content) => [...content.values()]))
    if (bytes > mostBytes) return this.#log(`nothing is kept for later runs: ${bytes} bytes are more than ${mostBytes}`)
    const key = `${prefixes[0]}${contentKey(now)}${this.#suffix}`
    const reply = await this.#ask({ key }, workspace)
    // A job beside this one, another shard for example, keeps the very same.
    if ('failed' in reply && /already exists/.test(reply.failed)) this.#log(`another job keeps ${key}`)
    else if ('failed' in reply) this.#giveUp(NOT_KEPT, reply.failed)
    else if (reply.key !== null) this.#log(`kept for later runs: ${files(sum(now.map(({ size }) => size)))} as ${key}`)
  }

  async #restore(): Promise<void> {
    const { env, folders } = this.#options
    const target = await mkdtemp(join(env.RUNNER_TEMP ?? tmpdir(), 'retrieval-gate-cache-'))
    try {
      await this.#restoreBy(target)
    } finally {
      await rm(target, { recursive: true, force: true }).catch(() => {})
    }
    this.#before = folders.map((folder) => contentOf(folder))
  }

  async #restoreBy(target: string): Promise<void> {
    const { folders, prefixes } = this.#options
    const reply = await this.#ask({ key: prefixes[0], restoreKeys: prefixes }, target)
    if ('failed' in reply) {
      this.#giveUp(NOT_RESTORED, reply.failed)
      if (isDamaged(reply.failed)) this.#mend()
      return
    }
    const { key } = reply
    if (key === null) return this.#log('no earlier run has kept anything yet')
    let adopted = 0
    for (const folder of folders) {
      if (folder.isOfUse(key)) adopted += await adoptFiles(join(target, this.#path(folder)), folder)
    }
    this.#log(`restored from an earlier run: ${files(adopted)} of ${key}`)
  }

  #ask(task: Omit<CacheTask, 'paths'>, root: string): Promise<CacheReply> {
    const { client, folders, env, limit, signal } = this.#options
    const paths = folders.map((folder) => [this.#path(folder), folder.pattern ?? []].flat().join('/'))
    return client({ ...task, paths }, { env: { ...env, GITHUB_WORKSPACE: root }, limit, signal })
  }

  #path({ folder }: CachedFolder): string {
    const path = archivePath(this.#options.workspace, folder)
    if (path === null) throw new Error(`${folder} is no folder that the cache can take`)
    return path
  }

  #log(what: string): void {
    const { log, label = 'Cache' } = this.#options
    log.info(harmlessLog(`${label}: ${what}`))
  }

  #mend(): void {
    this.#works = true
    this.#suffix = `-${this.#options.env.GITHUB_RUN_ID ?? ''}`
  }

  #giveUp(what: string, reason: string): void {
    this.#works = false
    const line = withoutQueries(reason)
      .replace(/%0[AD]|\s+/g, ' ')
      .trim()
      .slice(0, LONGEST_REASON)
    const why = line === '' ? 'no reason was given' : line
    this.#log(`${what} (${why}). That costs time; the verdict does not depend on it`)
  }
}

/** The service works, and what it gave cannot be unpacked. */
function isDamaged(reason: string): boolean {
  return /failed with error/.test(reason)
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function files(number: number): string {
  return count(number, 'file')
}

/** Addresses of the storage are signed in their query: whoever has it may read or write. */
function withoutQueries(text: string): string {
  return text.replace(/(https?:\/\/[^\s?"']+)\?[^\s"']*/g, '$1')
}
