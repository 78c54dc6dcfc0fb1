import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** What the cache client is asked for: to fetch the entry that fits best, or to keep these files under a key. */
export interface CacheTask {
  readonly paths: readonly string[]
  readonly key: string
  /** Beginnings of keys, best first: then it fetches. */
  readonly restoreKeys?: readonly string[]
}

/** The key of the entry that was fetched or made, null where there was none; or why it failed. */
export type CacheReply = { readonly key: string | null } | { readonly failed: string }

/** Does a task. Never throws. */
export type CacheClient = (task: CacheTask, options: CacheClientOptions) => Promise<CacheReply>

export interface CacheClientOptions {
  /** Of the client; `GITHUB_WORKSPACE` is what the archive's paths are relative to. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** After so many milliseconds the task is given up. */
  readonly limit: number
  readonly signal: AbortSignal
}

/** Known by this key, so that no other thread that loads this file takes itself for the client. */
const TASK = 'retrieval-gate-cache-task'
/** Milliseconds for what the client has still to say after its answer. */
const LAST_WORDS = 1000

if (!isMainThread && isTask(workerData)) await perform(workerData[TASK])

/**
 * GitHub's own client, in a thread of its own: it is loaded for nobody who does not need it, ends when its time is over
 * whatever it waits for, and what it says does not become warnings of the workflow.
 */
export const cacheClient: CacheClient = (task, { env, limit, signal }) =>
  new Promise((resolve) => {
    const thread = new Worker(new URL(import.meta.url), {
      workerData: { [TASK]: task },
      env: { ...env },
      stdout: true,
      stderr: true,
    })
    let said = ''
    let reply: CacheReply | undefined
    const stop = () => void thread.terminate()
    const giveUp = (failed: string) => {
      reply ??= { failed }
      stop()
    }
    const over = setTimeout(() => giveUp(`no answer within ${limit / 1000} seconds`), limit)
    const cancel = () => giveUp('the job was cancelled')
    signal.addEventListener('abort', cancel)
    thread.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
    thread.on('message', (answer: CacheReply) => {
      reply ??= answer
      setTimeout(stop, LAST_WORDS).unref()
    })
    thread.on('error', (error) => giveUp(error.message))
    thread.on('exit', () => {
      clearTimeout(over)
      signal.removeEventListener('abort', cancel)
      resolve(explained(reply ?? { failed: 'the cache client ended without an answer' }, said))
    })
  })

function isTask(data: unknown): data is { readonly [TASK]: CacheTask } {
  return typeof data === 'object' && data !== null && TASK in data
}

async function perform({ paths, key, restoreKeys }: CacheTask): Promise<void> {
  parentPort?.postMessage(
    await answer([...paths], key, restoreKeys).catch((error: unknown) => ({ failed: text(error) })),
  )
}

async function answer(paths: string[], key: string, restoreKeys: CacheTask['restoreKeys']): Promise<CacheReply> {
  const { restoreCache, saveCache } = await import('@actions/cache')
  if (restoreKeys !== undefined) return { key: (await restoreCache(paths, key, [...restoreKeys])) ?? null }
  return { key: (await saveCache(paths, key)) < 0 ? null : key }
}

function text(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * The client only prints why it failed, as commands to the runner (`::warning::Failed to restore: ...`); why an entry could
 * not be made it tells among its debugging, and says to people that another job may be at it.
 */
const REASONS = [
  /^::debug::Failed to reserve cache: (?:Error: )?(.*)$/m,
  /^(?:::(?:warning|error)[^:]*::)?Failed to (?:save|restore): (.*)$/m,
  /^::(?:warning|error)[^:]*::(.*)$/m,
]

function explained(reply: CacheReply, said: string): CacheReply {
  if (!('key' in reply) || reply.key !== null) return reply
  const failed = REASONS.map((reason) => reason.exec(said)?.[1]).find((found) => found !== undefined)
  return failed === undefined ? reply : { failed }
}
