import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { gitHistory } from './baseline/git-history.ts'
import { rebuildable } from './baseline/rebuildable.ts'
import { git } from './baseline/run-git.ts'
import { applyOverrides, type Overrides } from './config/apply-overrides.ts'
import type { Config } from './config/config.ts'
import { loadConfig } from './config/load-config.ts'
import type { Side } from './prepare-side.ts'
import { registries } from './registries.ts'
import { strategyTypes } from './strategies/registry.ts'

export interface BaseOverrides extends Pick<Overrides, 'out' | 'seed' | 'split'> {
  /** File name of the head's config, in the head's root. */
  readonly configName: string
}

export interface BaseSide {
  readonly side: Side
  /** Strategies of the base that reach something outside this process. */
  readonly notRecomputed: readonly string[]
}

/**
 * The head's counterpart in a checked-out base: its own config where it has one (renamed since or not), else the head's.
 * Throws `UserError` for a config with mistakes.
 */
export async function baseSide(
  head: Side,
  folder: string,
  commit: string,
  { configName, ...overrides }: BaseOverrides,
): Promise<BaseSide> {
  const prefix = (await git(head.root, ['rev-parse', '--show-prefix'])).trim()
  const own = await ownConfig(head.root, folder, commit, `${prefix}${configName}`)
  const root = join(folder, own === undefined ? prefix : dirname(own))
  const config = own === undefined ? head.config : await readConfig(folder, own, overrides)
  const { kept, left } = rebuildable(config.strategies, strategyTypes)
  const workingDirectory = resolve(root, relative(head.root, head.workingDirectory))
  const side = {
    repositories: head.repositories,
    store: head.store,
    cacheFolder: head.cacheFolder,
    recorder: head.recorder,
    config: { ...config, strategies: kept, metrics: [...new Set([...config.metrics, ...head.config.metrics])] },
    configFile: own === undefined ? head.configFile : { path: join(folder, own), shown: own },
    root,
    // A checkout has nothing installed.
    workspace: head.root,
    outputFolder: resolve(overrides.out === undefined ? root : workingDirectory, config.output),
    workingDirectory,
    ...(own === undefined && !hasEvalSet(config, root) ? { evalSetFrom: fromHead(head) } : {}),
    ...(head.askedOf === undefined ? {} : { askedOf: head.askedOf }),
    strict: false,
    progress: (what: string, done: number, total: number) => head.progress(`base: ${what}`, done, total),
  }
  return { side, notRecomputed: left }
}

function hasEvalSet({ queries }: Config, root: string): boolean {
  return existsSync(resolve(root, typeof queries === 'string' ? queries : queries.beir))
}

/** A change that brings the first config and the first questions: they are asked of the base as well. */
function fromHead({ root, workingDirectory }: Side): NonNullable<Side['evalSetFrom']> {
  return { baseDirectory: root, workingDirectory }
}

/** Path in the repository of the config that the base had; `undefined` without one. */
async function ownConfig(root: string, folder: string, commit: string, path: string): Promise<string | undefined> {
  if (existsSync(join(folder, path))) return path
  const top = (await git(root, ['rev-parse', '--show-toplevel'])).trim()
  return (await gitHistory(top, commit))?.toBase.counterpart(path)
}

async function readConfig(folder: string, path: string, overrides: Omit<BaseOverrides, 'configName'>): Promise<Config> {
  const config = await loadConfig(path, registries, () => readFile(join(folder, path)))
  return applyOverrides(config, overrides)
}
