import { basename, resolve } from 'node:path'
import type { Acceptance } from './baseline/acceptance-schema.ts'
import type { BaseRevision } from './baseline/base-revision.ts'
import { type Baseline, type ProvidedBaseline, type Recompute, resolveBaseline } from './baseline/resolve-baseline.ts'
import type { PastReport } from './comparison/slow-loss.ts'
import { applyOverrides } from './config/apply-overrides.ts'
import type { Config } from './config/config.ts'
import type { DecideOptions } from './decide-outcome.ts'
import { DocumentRepositories } from './document-repositories.ts'
import { givenConfig } from './given-config.ts'
import type { Pausing, Recorder } from './models/recorder.ts'
import { openRecorder } from './open-recorder.ts'
import type { Ports } from './ports.ts'
import type { Side } from './prepare-side.ts'
import type { Links } from './reports/report.ts'
import { prepareFolder } from './reports/write-reports.ts'
import { DEFAULT_FOLDER } from './store/default-folder.ts'
import { openStore } from './store/open-store.ts'
import type { Store } from './store/store.ts'

export interface RunOptions {
  /** Path of the config, relative to the working directory; `retrieval-gate.yml` unless given. */
  readonly config?: string | undefined
  readonly out?: string | undefined
  /** `auto`, `artifact`, `recompute`, `none`, or a path relative to the working directory. */
  readonly baseline?: string | undefined
  /** Looks up the baseline of `auto` and `artifact`. */
  readonly baselineProvider?: ((config: Config) => Promise<ProvidedBaseline>) | undefined
  /** Earlier reports of the base branch, beside the baseline; never throws. */
  readonly past?: ((config: Config, baseline: Baseline | null) => Promise<readonly PastReport[]>) | undefined
  /** What `recompute` goes by, or why this run has no base; the main branch unless given. */
  readonly base?: (() => Promise<BaseRevision | { readonly none: string }>) | undefined
  readonly threshold?: number | undefined
  readonly seed?: string | undefined
  readonly split?: 'dev' | 'test' | undefined
  /** Warnings about the eval set are errors. */
  readonly strict?: boolean | undefined
  /** `false` leaves out all that varies between identical runs. */
  readonly timing?: boolean | undefined
  /** The folder of the cache, relative to the working directory; `false` for none. */
  readonly cache?: string | false | undefined
  /** No model is called: what is not in the model store is an error. */
  readonly offline?: boolean | undefined
  /** Nothing is written. */
  readonly dryRun?: boolean | undefined
  /** The base branch is protected, as somebody has found out who can look at it. */
  readonly protect?: boolean | undefined
  /** Accepted losses beside those of the repository's own list. */
  readonly accept?: readonly Acceptance[] | undefined
  readonly links?: Links | undefined
  readonly progress?: ((what: string, done: number, total: number) => void) | undefined
  /** Told when a model is asked again in so many milliseconds, and why. */
  readonly pausing?: Pausing | undefined
}

/** What every run begins with. */
export interface OpenedRun {
  readonly config: Config
  /** File name of the config, in `root`. */
  readonly configName: string
  /** Absolute; paths of the config are relative to it. */
  readonly root: string
  /** Absolute; there, and ready to be written to. */
  readonly directory: string
  /** The state that is evaluated. */
  readonly head: Side
  readonly store: Store | undefined
  /** What models are asked, and may be. */
  readonly recorder: Recorder
}

/**
 * Reads the config, makes the folder for the reports, and opens the cache.
 *
 * @throws UserError for every mistake in the config or the options that a user can mend
 */
export async function openRun(options: RunOptions, ports: Ports): Promise<OpenedRun> {
  const { strict = false, progress = () => {} } = options
  const { config: given, file: configFile, root } = await givenConfig(options.config, ports.cwd)
  const config = applyOverrides(given, options)
  const directory = resolve(options.out === undefined ? root : ports.cwd, config.output)
  if (options.dryRun !== true) await prepareFolder(directory, config.output)
  const cacheFolder = cacheFolderOf(options, root, ports)
  const store = cacheFolder === undefined ? undefined : openCache(cacheFolder, ports)
  const folders = { root, configFile, outputFolder: directory, cacheFolder, workingDirectory: ports.cwd }
  const recorder = openRecorder(config, { root, offline: options.offline, pausing: options.pausing, progress }, ports)
  const head = { config, ...folders, recorder, repositories: new DocumentRepositories(ports), store, strict, progress }
  return { config, configName: basename(configFile.path), root, directory, head, store, recorder }
}

/** What a run is compared with, or is to evaluate in order to have something. Throws as `resolveBaseline`. */
export function baselineOf(
  { config, root }: OpenedRun,
  options: RunOptions,
  ports: Ports,
): Promise<Baseline | Recompute> {
  const { baselineProvider } = options
  return resolveBaseline({
    wanted: config.baseline,
    directory: options.baseline === undefined ? root : ports.cwd,
    provider: baselineProvider && (() => baselineProvider(config)),
    base: options.base,
  })
}

/** Earlier reports of the base branch; they are fetched while the evaluation runs. */
export async function pastOf(
  { config }: OpenedRun,
  { past }: RunOptions,
  baseline: Baseline | null,
): Promise<readonly PastReport[]> {
  return past === undefined ? [] : past(config, baseline)
}

/** What a decision takes from a run's options and ports. */
export function decidedBy(
  { links = {}, accept, protect }: RunOptions,
  ports: Ports,
): Omit<DecideOptions, 'root' | 'seed'> {
  const { today } = ports
  return {
    links,
    repositories: new DocumentRepositories(ports),
    ...(today === undefined ? {} : { today }),
    ...(accept === undefined ? {} : { accept }),
    ...(protect === undefined ? {} : { protect }),
  }
}

/** Absolute; undefined where nothing is to be kept. */
function cacheFolderOf({ cache }: RunOptions, root: string, { cwd }: Ports): string | undefined {
  if (cache === false) return undefined
  return cache === undefined ? resolve(root, DEFAULT_FOLDER) : resolve(cwd, cache)
}

function openCache(folder: string, { platform, stderr }: Ports): Store {
  return openStore({ folder, runtime: platform.node ?? '', notice: (line) => stderr(`${line}\n`) })
}
