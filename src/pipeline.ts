import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import type { Acceptance } from './baseline/acceptance-schema.ts'
import type { BaseRevision } from './baseline/base-revision.ts'
import { type ProvidedBaseline, resolveBaseline } from './baseline/resolve-baseline.ts'
import { applyOverrides } from './config/apply-overrides.ts'
import type { Config } from './config/config.ts'
import { loadConfig } from './config/load-config.ts'
import { decideOutcome } from './decide-outcome.ts'
import { evaluateTogether } from './evaluate.ts'
import type { Ports } from './ports.ts'
import { recomputeBaseline } from './recompute-baseline.ts'
import { registries } from './registries.ts'
import { renderReports } from './reports/render-reports.ts'
import type { Links, Outcome } from './reports/report.ts'
import { prepareFolder, writeReports } from './reports/write-reports.ts'
import { openStore } from './store/open-store.ts'

export interface RunOptions {
  /** Path of the config, relative to the working directory; `retrieval-gate.yml` unless given. */
  readonly config?: string | undefined
  readonly out?: string | undefined
  /** `auto`, `artifact`, `recompute`, `none`, or a path relative to the working directory. */
  readonly baseline?: string | undefined
  /** Looks up the baseline of `auto` and `artifact`. */
  readonly baselineProvider?: ((config: Config) => Promise<ProvidedBaseline>) | undefined
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
  /** The base branch is protected, as somebody has found out who can look at it. */
  readonly protect?: boolean | undefined
  /** Accepted losses beside those of the repository's own list. */
  readonly accept?: readonly Acceptance[] | undefined
  readonly links?: Links | undefined
  readonly progress?: ((what: string, done: number, total: number) => void) | undefined
}

export interface RunResult extends Outcome {
  /** Absolute path of the folder that the reports are in. */
  readonly directory: string
  /** Relative path -> text of every report. */
  readonly files: ReadonlyMap<string, string>
}

/** Beside the config, where a cache that a workflow restores is found again. */
const DEFAULT_CACHE = '.retrieval-gate/cache'

/**
 * The whole run: config, eval set and knowledge base in; every strategy over every query; judged, scored, compared and
 * decided; reports written.
 *
 * @throws UserError for every mistake that a user can mend
 */
export async function runPipeline(options: RunOptions, ports: Ports): Promise<RunResult> {
  const { timing = true, strict = false, progress = () => {} } = options
  const configPath = options.config ?? 'retrieval-gate.yml'
  const root = dirname(resolve(ports.cwd, configPath))
  const config = applyOverrides(
    await loadConfig(configPath, registries, (path) => readFile(resolve(ports.cwd, path))),
    options,
  )
  const directory = resolve(options.out === undefined ? root : ports.cwd, config.output)
  await prepareFolder(directory, config.output)

  const notice = (line: string) => ports.stderr(`${line}\n`)
  const cacheFolder = cacheFolderOf(options, root, ports)
  const wanted = await resolveBaseline({
    wanted: config.baseline,
    directory: options.baseline === undefined ? root : ports.cwd,
    provider: options.baselineProvider && (() => options.baselineProvider!(config)),
    base: options.base,
  })
  const store =
    cacheFolder === undefined
      ? undefined
      : openStore({ folder: cacheFolder, runtime: ports.platform.node ?? '', notice })
  const folders = { root, outputFolder: directory, cacheFolder, workingDirectory: ports.cwd }
  const head = { config, ...folders, store, strict, progress }
  const { report, baseline } =
    'recompute' in wanted
      ? await recomputeBaseline(head, wanted, { ...options, configName: basename(configPath), timing }, ports)
      : { report: (await evaluateTogether([head], timing, ports))[0]!, baseline: wanted }
  await store?.close()
  const outcome = await decideOutcome(report, baseline, { ...ofRun(options, ports), root, seed: config.seed })
  const files = await renderReports(outcome, { timing })
  await writeReports(directory, config.output, files)
  return { ...outcome, directory, files }
}

/** What a decision takes from a run's options and ports. */
export function ofRun({ links = {}, accept, protect }: RunOptions, { today }: Ports) {
  return {
    links,
    ...(today === undefined ? {} : { today }),
    ...(accept === undefined ? {} : { accept }),
    ...(protect === undefined ? {} : { protect }),
  }
}

/** Absolute; undefined where nothing is to be kept. */
export function cacheFolderOf({ cache }: RunOptions, root: string, { cwd }: Ports): string | undefined {
  if (cache === false) return undefined
  return cache === undefined ? resolve(root, DEFAULT_CACHE) : resolve(cwd, cache)
}
