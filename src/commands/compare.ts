import { resolve } from 'node:path'
import { readBaseline } from '../baseline/read-baseline.ts'
import { decideOutcome } from '../decide-outcome.ts'
import type { Ports } from '../ports.ts'
import { renderReports } from '../reports/render-reports.ts'
import { prepareFolder, writeReports } from '../reports/write-reports.ts'
import { exitCode } from './exit-code.ts'
import { verdictJson } from './verdict-json.ts'
import { verdictLine } from './verdict-line.ts'
import { verdictText } from './verdict-text.ts'

/** The flags of `compare`. */
export interface CompareFlags {
  readonly out?: string
  readonly seed?: string
  readonly json?: boolean
  readonly quiet?: boolean
  readonly timing: boolean
}

const DEFAULT_SEED = 'retrieval-gate'

/** Two report files to a verdict, under the head's rules and judgments; resolves to the exit code. */
export async function compare(base: string, head: string, flags: CompareFlags, ports: Ports): Promise<number> {
  const [before, now] = await Promise.all([
    readBaseline(resolve(ports.cwd, base), base),
    readBaseline(resolve(ports.cwd, head), head, 'head'),
  ])
  const baseline = { report: before, label: base, source: 'file', note: `${head} compared with ${base}` }
  // The files on disk need not be those of the head report, so git is not asked how lines moved.
  const outcome = await decideOutcome(now, baseline, { root: null, seed: flags.seed ?? DEFAULT_SEED, links: {} })
  if (flags.out !== undefined) {
    const directory = resolve(ports.cwd, flags.out)
    await prepareFolder(directory, flags.out)
    await writeReports(directory, flags.out, await renderReports(outcome, { timing: flags.timing }))
  }
  if (flags.json) ports.stdout(verdictJson(outcome))
  else if (flags.quiet) ports.stdout(verdictLine(outcome))
  else ports.stdout(verdictText(outcome))
  return exitCode(outcome.verdict)
}
