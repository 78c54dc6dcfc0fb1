import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { EvaluationReport } from './baseline/report-schema.ts'
import { applyOverrides } from './config/apply-overrides.ts'
import { loadConfig } from './config/load-config.ts'
import { evaluateTogether } from './evaluate.ts'
import { cacheFolderOf, type RunOptions } from './pipeline.ts'
import type { Ports } from './ports.ts'
import { registries } from './registries.ts'
import { prepareFolder, writeReports } from './reports/write-reports.ts'
import { type Shard, shardFile, shardIds } from './shards/shard.ts'
import { writeShardReport } from './shards/shard-report.ts'
import { openStore } from './store/open-store.ts'

export interface ShardOptions extends RunOptions {
  readonly shard: Shard
}

export interface ShardResult {
  readonly report: EvaluationReport
  /** Absolute path of what was written. */
  readonly path: string
  /** How many questions were asked. */
  readonly asked: number
  /** A sentence, where more questions erred than the config allows. */
  readonly tooManyErrors: string | null
}

/**
 * Asks every strategy the questions of one shard and writes what it found, for `merge`. Nothing is compared or decided, and
 * nothing is timed.
 * @throws UserError for every mistake that a user can mend
 */
export async function runShard(options: ShardOptions, ports: Ports): Promise<ShardResult> {
  const { strict = false, progress = () => {}, shard } = options
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
  const store =
    cacheFolder === undefined
      ? undefined
      : openStore({ folder: cacheFolder, runtime: ports.platform.node ?? '', notice })
  const askedOf = (ids: Iterable<string>) => shardIds(ids, shard)
  const folders = { root, outputFolder: directory, cacheFolder, workingDirectory: ports.cwd }
  const side = { config, ...folders, store, strict, progress, askedOf }
  const [report] = await evaluateTogether([side], false, ports)
  await store?.close()
  const name = shardFile(shard)
  await writeReports(
    directory,
    config.output,
    new Map([[name, writeShardReport({ shard, seed: config.seed, report: report! })]]),
  )
  const asked = askedOf(Object.keys(report!.queries)).size
  return { report: report!, path: join(directory, name), asked, tooManyErrors: tooManyErrors(report!) }
}

function tooManyErrors({ strategies, gate }: EvaluationReport): string | null {
  for (const [name, { errors }] of Object.entries(strategies)) {
    const [first, ...others] = Object.entries(errors)
    if (first === undefined || others.length + 1 <= gate.maxErrors) continue
    return `${name} erred on ${others.length + 1} questions (maxErrors is ${gate.maxErrors}); ${first[0]}: ${first[1]}`
  }
  return null
}
