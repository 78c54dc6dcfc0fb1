import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { runGit } from '../../baseline/run-git.ts'
import { loadConfig } from '../../config/load-config.ts'
import { archivePath } from '../../github/cache/archive-path.ts'
import { keyPrefixes, modelsFolder, storeFolder } from '../../github/cache/cached-folders.ts'
import { hasCacheService } from '../../github/cache/has-cache-service.ts'
import { SharedCache } from '../../github/cache/shared-cache.ts'
import { modelFolder } from '../../open-recorder.ts'
import { registries } from '../../registries.ts'
import type { OpenedJob } from './job.ts'

/** Seconds that restoring may take at most, and keeping likewise. */
const SECONDS = 60
/** Another number of seconds, for those whose cache is large or whose patience is short. */
const LIMIT = 'RETRIEVAL_GATE_CACHE_SECONDS'

/** Lets a job that evaluates begin with what earlier ones worked out, and keeps what it adds. */
export async function withCache(job: OpenedJob, evaluate: () => Promise<boolean>): Promise<boolean> {
  const cache = await cacheOf(job)
  await cache?.restore()
  try {
    return await evaluate()
  } finally {
    // Also what a run that broke off has paid models for.
    await cache?.save()
  }
}

/** Null where there is no cache to be had, and without a config: the run will say what is wrong with it. */
async function cacheOf({ inputs, env, log, cwd, workspace, ports }: OpenedJob): Promise<SharedCache | null> {
  if (!inputs.cache) return null
  const path = resolve(cwd, inputs.config ?? 'retrieval-gate.yml')
  const root = dirname(path)
  const config = await loadConfig(path, registries, () => readFile(path)).catch(() => null)
  if (config === null) return null
  if (!hasCacheService(env)) {
    log.info('Cache: this runner has no cache service; everything is worked out in this run')
    return null
  }
  const { platform, signal } = ports(cwd)
  const models = modelFolder(config, root)
  const kept = [storeFolder(root, platform), ...((await isCommitted(models, root)) ? [] : [modelsFolder(models)])]
  const folders = kept.filter(({ folder }) => archivePath(workspace, folder) !== null)
  if (folders.length === 0) return null
  const prefixes = keyPrefixes({ config, platform })
  const limit = 1000 * (Number(env[LIMIT]) || SECONDS)
  const { cacheClient: client } = await import('../../github/cache/client.ts')
  return new SharedCache({ client, folders, prefixes, workspace, env, limit, signal, log })
}

async function isCommitted(folder: string, root: string): Promise<boolean> {
  const listed = await runGit(root, ['ls-files', '-z', '--', relative(root, folder)])
  return listed !== undefined && listed !== ''
}
