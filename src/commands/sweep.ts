import { relative } from 'node:path'
import { planSweep } from '../planning/plan-sweep.ts'
import type { Ports } from '../ports.ts'
import { runSweep, type SweepRun } from '../sweeping/run-sweep.ts'
import { checkOutput } from './check-output.ts'
import { dryRun } from './dry-run.ts'
import { progressLine } from './progress-line.ts'
import { sweepLine, sweepText } from './sweep-text.ts'

/** The flags of `sweep`. */
export interface SweepFlags {
  readonly config?: string
  readonly strategy?: string
  readonly metric?: string
  /** Tokens; false with `--no-budget`. */
  readonly budget: number | false
  /** false with `--no-test`. */
  readonly test: boolean
  /** false with `--no-early-stop`. */
  readonly earlyStop: boolean
  readonly write?: boolean
  /** A folder; false with `--no-cache`. */
  readonly cache?: string | false
  /** Prints what a sweep would ask of models at most. */
  readonly dryRun?: boolean
  /** No model is called. */
  readonly offline?: boolean
  readonly out?: string
  readonly seed?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Tries the settings of the config's grid and shows which is best; resolves to the exit code. */
export async function sweep(flags: SweepFlags, ports: Ports): Promise<number> {
  checkOutput(flags, ports.cwd)
  const options = { ...flags, write: flags.write === true }
  if (flags.dryRun) return dryRun((progress) => planSweep({ ...options, progress }, ports), flags, ports)
  const progress = progressLine(ports, flags)
  let run: SweepRun
  try {
    run = await runSweep({ ...options, progress: progress.show, pausing: progress.pausing }, ports)
  } finally {
    progress.clear()
  }
  const { result, directory, files } = run
  if (flags.json) ports.stdout(files.get('sweep.json')!)
  else if (flags.quiet) ports.stdout(sweepLine(result))
  else {
    const folder = relative(ports.cwd, directory) || '.'
    ports.stdout(`${sweepText(result)}\nReport: ${folder}/ (${[...files.keys()].join(', ')})\n`)
  }
  return 0
}
