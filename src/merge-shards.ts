import { resolve } from 'node:path'
import { mergeBase } from './baseline/merge-base.ts'
import { type Baseline, noBaseline } from './baseline/resolve-baseline.ts'
import { GitFailure } from './baseline/run-git.ts'
import { decideOutcome } from './decide-outcome.ts'
import { UserError } from './errors.ts'
import { baselineOf, decidedBy, type OpenedRun, openRun, pastOf, type RunOptions } from './open-run.ts'
import type { RunResult } from './pipeline.ts'
import type { Ports } from './ports.ts'
import { renderReports } from './reports/render-reports.ts'
import { writeReports } from './reports/write-reports.ts'
import { findShards } from './shards/find-shards.ts'
import { mergeShardReports } from './shards/merge-reports.ts'

/**
 * Shards to one report, one comparison and one verdict: what the unsharded run gives, but for what is timed. The config only
 * says what to compare with and where to write; rules and questions are those that the shards were made with.
 * @throws UserError where a shard is missing, double or different, and for every mistake that a user can mend
 */
export async function mergeShards(folders: readonly string[], options: RunOptions, ports: Ports): Promise<RunResult> {
  const { threshold: _, seed: __, split: ___, ...kept } = options
  const run = await openRun({ ...kept, cache: false }, ports)
  const { config, directory, root } = run
  const shards = await findShards(folders.map((folder) => resolve(ports.cwd, folder)))
  const { report, seed, base } = mergeShardReports(shards)
  const recomputed = config.baseline === 'recompute' || config.baseline === 'auto' ? base : null
  if (recomputed !== null) await bringBase(recomputed, root, ports)
  const baseline = recomputed ?? (await baselineElsewhere(run, options, ports))
  const past = await pastOf(run, options, baseline)
  const outcome = await decideOutcome(report, baseline, { ...decidedBy(options, ports), past, root, seed })
  const rendered = await renderReports(outcome, { timing: options.timing ?? true })
  const files = ports.secrets?.redactAll(rendered) ?? rendered
  await writeReports(directory, config.output, files)
  return { ...outcome, directory, files }
}

/** Has the base's commit at hand, as the jobs had that evaluated it: judgments are carried to it with git's help. */
async function bringBase({ report, label }: Baseline, root: string, { env, signal }: Ports): Promise<void> {
  if (!report?.commit) return
  await mergeBase(root, { commit: report.commit, branch: label }, { env, signal }).catch((error) => {
    // Without it they are carried by path and content, as with a report from elsewhere.
    if (!(error instanceof GitFailure)) throw error
  })
}

async function baselineElsewhere(run: OpenedRun, options: RunOptions, ports: Ports): Promise<Baseline> {
  const found = await baselineOf(run, options, ports)
  if (!('recompute' in found)) return found
  if (found.insteadOf !== null) return noBaseline(`${found.insteadOf}; nor did the shards evaluate the base`)
  throw new UserError({
    what: 'these shards cannot be compared with `baseline: recompute`: they did not evaluate the base',
    hint: 'make them with `run --shard --baseline recompute`, or name a report with `--baseline PATH`',
  })
}
