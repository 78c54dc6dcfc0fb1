import { relative, resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { EvaluationReport } from '../baseline/report-schema.ts'
import { applyOverrides } from '../config/apply-overrides.ts'
import type { Config } from '../config/config.ts'
import { decideOutcome } from '../decide-outcome.ts'
import { evaluate } from '../evaluate.ts'
import type { Verdict } from '../gate/verdict.ts'
import { givenConfig } from '../given-config.ts'
import { openRecorder } from '../open-recorder.ts'
import type { Ports } from '../ports.ts'
import type { Side } from '../prepare-side.ts'
import { prepareFolder, writeReports } from '../reports/write-reports.ts'
import { selftest as runSelftest, type SelftestResult } from '../selftest/selftest.ts'
import { checkOutput } from './check-output.ts'
import { progressLine } from './progress-line.ts'
import { selftestLine, selftestText } from './selftest-text.ts'

/** The flags of `selftest`. */
export interface SelftestFlags {
  readonly config?: string
  readonly out?: string
  readonly seed?: string
  readonly trials: number
  readonly repeats: number
  /** No model is called. */
  readonly offline?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Tries the gate on losses that are made, and on differences that are none; resolves to the exit code. */
export async function selftest(flags: SelftestFlags, ports: Ports): Promise<number> {
  checkOutput(flags, ports.cwd)
  const { config: given, file: configFile, root } = await givenConfig(flags.config, ports.cwd)
  const config = applyOverrides(given, { out: flags.out, seed: flags.seed })
  const directory = resolve(flags.out === undefined ? root : ports.cwd, config.output)
  await prepareFolder(directory, config.output)
  const result = await tried(config, { configFile, root, directory }, flags, ports)
  const json = `${JSON.stringify(result, null, 2)}\n`
  const text = selftestText(result)
  const files = { 'selftest.json': json, 'selftest.txt': text }
  await writeReports(directory, config.output, new Map(Object.entries(files)))
  if (flags.json) ports.stdout(json)
  else if (flags.quiet) ports.stdout(selftestLine(result))
  else ports.stdout(`${text}\nReport: ${relative(ports.cwd, directory) || '.'}/ (${Object.keys(files).join(', ')})\n`)
  return result.sound ? 0 : 1
}

/** Evaluates twice, without any cache but what models answered, and tries the gate. */
async function tried(
  config: Config,
  { configFile, root, directory }: Pick<Side, 'configFile' | 'root'> & { readonly directory: string },
  flags: SelftestFlags,
  ports: Ports,
): Promise<SelftestResult> {
  const { trials, repeats } = flags
  const progress = progressLine(ports, flags)
  try {
    const told = { progress: progress.show, pausing: progress.pausing }
    const recorder = openRecorder(config, { root, offline: flags.offline, ...told }, ports)
    const folders = { root, configFile, outputFolder: directory }
    const options = { ...folders, recorder, strict: false, timing: false, ...told }
    const report = await evaluate(config, options, ports)
    const again = await evaluate(config, options, ports)
    return await runSelftest(report, again, {
      decide: (base, head) => verdictOf(base, head, config.seed),
      seed: config.seed,
      trials,
      repeats,
      progress: progress.show,
      async pause() {
        await setImmediate()
        ports.signal.throwIfAborted()
      },
    })
  } finally {
    progress.clear()
  }
}

async function verdictOf(base: EvaluationReport, head: EvaluationReport, seed: string): Promise<Verdict> {
  const baseline = { report: base, label: 'selftest', source: 'selftest', note: 'the same evaluation twice' }
  return (await decideOutcome(head, baseline, { root: null, seed, links: {} })).verdict
}
