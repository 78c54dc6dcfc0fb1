import { decideOutcome } from './decide-outcome.ts'
import { evaluateTogether } from './evaluate.ts'
import { baselineOf, decidedBy, openRun, pastOf, type RunOptions } from './open-run.ts'
import type { Ports } from './ports.ts'
import { recomputeBaseline } from './recompute-baseline.ts'
import { renderReports } from './reports/render-reports.ts'
import type { Outcome } from './reports/report.ts'
import { writeReports } from './reports/write-reports.ts'

export interface RunResult extends Outcome {
  /** Absolute path of the folder that the reports are in. */
  readonly directory: string
  /** Relative path -> text of every report. */
  readonly files: ReadonlyMap<string, string>
}

/**
 * The whole run: config, eval set and knowledge base in; every strategy over every query; judged, scored, compared and
 * decided; reports written.
 *
 * @throws UserError for every mistake that a user can mend
 */
export async function runPipeline(options: RunOptions, ports: Ports): Promise<RunResult> {
  const { timing = true } = options
  const run = await openRun(options, ports)
  const { config, directory, root, head } = run
  const wanted = await baselineOf(run, options, ports)
  const past = pastOf(run, options, 'recompute' in wanted ? null : wanted)
  const { report, baseline } =
    'recompute' in wanted
      ? await recomputeBaseline(head, wanted, { ...options, configName: run.configName, timing }, ports)
      : { report: (await evaluateTogether([head], { timing }, ports))[0]!, baseline: wanted }
  await run.store?.close()
  const deciding = { ...decidedBy(options, ports), past: await past, root, seed: config.seed }
  const outcome = await decideOutcome(report, baseline, deciding)
  const rendered = await renderReports(outcome, { timing })
  const files = ports.secrets?.redactAll(rendered) ?? rendered
  await writeReports(directory, config.output, files)
  return { ...outcome, directory, files }
}
