import { readFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { type Baseline, noBaseline, resolveBaseline } from './baseline/resolve-baseline.ts'
import { applyOverrides } from './config/apply-overrides.ts'
import { loadConfig } from './config/load-config.ts'
import { decideOutcome } from './decide-outcome.ts'
import { UserError } from './errors.ts'
import { ofRun, type RunOptions, type RunResult } from './pipeline.ts'
import type { Ports } from './ports.ts'
import { registries } from './registries.ts'
import { renderReports } from './reports/render-reports.ts'
import { prepareFolder, writeReports } from './reports/write-reports.ts'
import { findShards } from './shards/find-shards.ts'
import { mergeReports } from './shards/merge-reports.ts'

/**
 * Shards to one report, one comparison and one verdict: what the unsharded run gives, but for what is timed. The config only
 * says what to compare with and where to write; rules and questions are those that the shards were made with.
 * @throws UserError where a shard is missing, double or different, and for every mistake that a user can mend
 */
export async function mergeShards(folders: readonly string[], options: RunOptions, ports: Ports): Promise<RunResult> {
  const configPath = options.config ?? 'retrieval-gate.yml'
  const root = dirname(resolve(ports.cwd, configPath))
  const { threshold: _, seed: __, split: ___, ...kept } = options
  const config = applyOverrides(
    await loadConfig(configPath, registries, (path) => readFile(resolve(ports.cwd, path))),
    kept,
  )
  const directory = resolve(options.out === undefined ? root : ports.cwd, config.output)
  await prepareFolder(directory, config.output)
  const shards = await findShards(folders.map((folder) => resolve(ports.cwd, folder)))
  const report = mergeReports(shards)
  const baseline = await baselineOf(config, root, options, ports)
  const outcome = await decideOutcome(report, baseline, { ...ofRun(options, ports), root, seed: shards[0]!.seed })
  const files = await renderReports(outcome, { timing: options.timing ?? true })
  await writeReports(directory, config.output, files)
  return { ...outcome, directory, files }
}

async function baselineOf(
  config: Parameters<NonNullable<RunOptions['baselineProvider']>>[0],
  root: string,
  options: RunOptions,
  ports: Ports,
): Promise<Baseline> {
  const found = await resolveBaseline({
    wanted: config.baseline,
    directory: options.baseline === undefined ? root : ports.cwd,
    provider: options.baselineProvider && (() => options.baselineProvider!(config)),
    base: options.base,
  })
  if (!('recompute' in found)) return found
  if (found.insteadOf !== null) return noBaseline(`${found.insteadOf}; shards that are merged do not evaluate the base`)
  throw new UserError({
    what: 'shards that are merged cannot be compared with `baseline: recompute`',
    hint: 'name a report with `--baseline PATH`, or use `baseline: artifact`',
  })
}
