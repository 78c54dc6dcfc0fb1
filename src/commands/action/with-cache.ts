import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { runGit } from '../../baseline/run-git.ts'
import type { Config } from '../../config/config.ts'
import { loadConfig } from '../../config/load-config.ts'
import { archivePath } from '../../github/cache/archive-path.ts'
import { type CachedFolder, contentOf } from '../../github/cache/cached-folder.ts'
import {
  downloadFolder,
  downloadPrefix,
  keyPrefixes,
  modelsFolder,
  storeFolder,
} from '../../github/cache/cached-folders.ts'
import { hasCacheService } from '../../github/cache/has-cache-service.ts'
import { SharedCache, type SharedCacheOptions } from '../../github/cache/shared-cache.ts'
import { modelFolder } from '../../open-recorder.ts'
import { usedModels } from '../../planning/used-models.ts'
import { registries } from '../../registries.ts'
import type { OpenedJob } from './job.ts'

/** Seconds that restoring may take at most, and keeping likewise. */
const SECONDS = 60
/** Another number of seconds, for those whose cache is large or whose patience is short. */
const LIMIT = 'RETRIEVAL_GATE_CACHE_SECONDS'

/** Of one downloaded model: GitHub drops a repository's oldest entries beyond 10 GB. */
const MOST_MODEL_BYTES = 2 * 2 ** 30

/** Lets a job that evaluates begin with what earlier ones worked out, and keeps what it adds. */
export async function withCache(job: OpenedJob, evaluate: () => Promise<boolean>): Promise<boolean> {
  const caches = await cachesOf(job)
  for (const cache of caches) await cache.restore()
  try {
    return await evaluate()
  } finally {
    // Also what a run that broke off has paid models for.
    for (const cache of caches) await cache.save()
  }
}

/** None where there is no cache to be had, and without a config: the run will say what is wrong with it. */
async function cachesOf({ inputs, env, log, cwd, workspace, ports }: OpenedJob): Promise<SharedCache[]> {
  if (!inputs.cache) return []
  const path = resolve(cwd, inputs.config ?? 'retrieval-gate.yml')
  const root = dirname(path)
  const config = await loadConfig(path, registries, () => readFile(path)).catch(() => null)
  if (config === null) return []
  if (!hasCacheService(env)) {
    log.info('Cache: this runner has no cache service; everything is worked out in this run')
    return []
  }
  const { platform, signal } = ports(cwd)
  const models = modelFolder(config, root)
  const kept = [storeFolder(root, platform), ...((await isCommitted(models, root)) ? [] : [modelsFolder(models)])]
  const { cacheClient: client } = await import('../../github/cache/client.ts')
  const limit = 1000 * (Number(env[LIMIT]) || SECONDS)
  const shared = { client, workspace, env, limit, signal, log }
  const all = [
    { ...shared, folders: kept, prefixes: keyPrefixes({ config, platform }) },
    ...downloads(config, models).map((download) => ({ ...shared, ...download })),
  ]
  const inWorkspace = all.map((one) => ({ ...one, folders: one.folders.filter(isIn(workspace)) }))
  return inWorkspace.filter(({ folders }) => folders.length > 0).map((options) => new SharedCache(options))
}

/** The models of the hub, an entry for each, so that none is downloaded in every run. What is here already is left alone. */
function downloads(config: Config, modelStore: string): Pick<SharedCacheOptions, Download>[] {
  const models = usedModels(config).flatMap(({ type, entry }) => type.hubModel?.(entry.settings) ?? [])
  const distinct = new Map(models.map((model) => [downloadPrefix(model), model]))
  return Array.from(distinct, ([prefix, model]) => ({
    label: `Cache of ${model.model}`,
    folders: [downloadFolder(modelStore, model)].filter((folder) => contentOf(folder).size === 0),
    prefixes: [prefix],
    mostBytes: MOST_MODEL_BYTES,
  }))
}

type Download = 'label' | 'folders' | 'prefixes' | 'mostBytes'

function isIn(workspace: string) {
  return ({ folder }: CachedFolder) => archivePath(workspace, folder) !== null
}

async function isCommitted(folder: string, root: string): Promise<boolean> {
  const listed = await runGit(root, ['ls-files', '-z', '--', relative(root, folder)])
  return listed !== undefined && listed !== ''
}
