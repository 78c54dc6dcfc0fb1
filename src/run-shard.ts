import { join } from 'node:path'
import type { EvaluationReport } from './baseline/report-schema.ts'
import { evaluateTogether } from './evaluate.ts'
import { baselineOf, openRun, type RunOptions } from './open-run.ts'
import type { Ports } from './ports.ts'
import { type Evaluated, recomputeBaseline } from './recompute-baseline.ts'
import { writeReports } from './reports/write-reports.ts'
import { balanceBy } from './shards/balance.ts'
import { type Shard, shardFile } from './shards/shard.ts'
import { shardIds } from './shards/shard-ids.ts'
import { type ShardBase, writeShardReport } from './shards/shard-report.ts'

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
 * Asks every strategy the questions of one shard, also at the base where that is to be recomputed, and writes what it found,
 * for `merge`. Nothing is compared or decided. A baseline that is a report only says how the questions are shared out.
 * @throws UserError for every mistake that a user can mend
 */
export async function runShard(options: ShardOptions, ports: Ports): Promise<ShardResult> {
  const { shard } = options
  const run = await openRun(options, ports)
  const { config, directory } = run
  const wanted = await baselineOf(run, options, ports)
  const balance = 'recompute' in wanted ? null : balanceBy(wanted.report)
  const askedOf = (ids: Iterable<string>) => shardIds(ids, shard, balance?.durations ?? null)
  const head = { ...run.head, askedOf }
  const measured = { timing: options.timing ?? true, latency: false }
  const evaluated =
    'recompute' in wanted
      ? await recomputeBaseline(head, wanted, { ...options, configName: run.configName, ...measured }, ports)
      : null
  const report = evaluated?.report ?? (await evaluateTogether([head], measured, ports))[0]!
  await run.store?.close()
  const name = shardFile(shard)
  const text = writeShardReport({ shard, balance, seed: config.seed, report, base: evaluated && baseOf(evaluated) })
  await writeReports(directory, config.output, new Map([[name, ports.secrets?.redact(text) ?? text]]))
  const asked = askedOf(Object.keys(report.queries)).size
  return { report, path: join(directory, name), asked, tooManyErrors: tooManyErrors(report) }
}

function baseOf({ baseline: { report, label, source, note, notRecomputed = [] }, baseSeed }: Evaluated): ShardBase {
  return { label, source, note, notRecomputed, side: report && { seed: baseSeed, report } }
}

function tooManyErrors({ strategies, gate }: EvaluationReport): string | null {
  for (const [name, { errors }] of Object.entries(strategies)) {
    const [first, ...others] = Object.entries(errors)
    if (first === undefined || others.length + 1 <= gate.maxErrors) continue
    return `${name} erred on ${others.length + 1} questions (maxErrors is ${gate.maxErrors}); ${first[0]}: ${first[1]}`
  }
  return null
}
