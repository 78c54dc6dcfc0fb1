import { relative } from 'node:path'
import { UserError } from '../errors.ts'
import type { RunOptions } from '../open-run.ts'
import { type RunResult, runPipeline } from '../pipeline.ts'
import { planRun } from '../planning/plan-run.ts'
import type { Ports } from '../ports.ts'
import { runShard } from '../run-shard.ts'
import { parseShard } from '../shards/shard.ts'
import { checkOutput } from './check-output.ts'
import { dryRun } from './dry-run.ts'
import { exitCode } from './exit-code.ts'
import { progressLine } from './progress-line.ts'
import { replacedBaseline } from './replaced-baseline.ts'
import { verdictJson } from './verdict-json.ts'
import { verdictLine } from './verdict-line.ts'
import { verdictText } from './verdict-text.ts'

/** The flags of `run`, as the command line gives them. */
export interface RunFlags {
  readonly config?: string
  readonly out?: string
  readonly baseline?: string
  /** What `recompute` takes the merge base with; asks for `recompute` by itself. */
  readonly base?: string
  /** A folder; false with `--no-cache`. */
  readonly cache?: string | false
  readonly threshold?: number
  readonly seed?: string
  readonly split?: 'dev' | 'test'
  /** `2/8` */
  readonly shard?: string
  readonly strict?: boolean
  /** No model is called. */
  readonly offline?: boolean
  /** Prints what a run would ask of models. */
  readonly dryRun?: boolean
  /** false with `--no-timing`. */
  readonly timing: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Evaluates, compares, decides and writes the reports; resolves to the exit code. */
export async function run(flags: RunFlags, ports: Ports): Promise<number> {
  checkOutput(flags, ports.cwd)
  if (flags.dryRun) return plan(flags, ports)
  if (flags.shard !== undefined) return shard(flags, flags.shard, ports)
  const progress = progressLine(ports, flags)
  let result: RunResult
  try {
    result = await runPipeline({ ...optionsOf(flags), progress: progress.show, pausing: progress.pausing }, ports)
  } finally {
    progress.clear()
  }
  if (flags.json) ports.stdout(verdictJson(result))
  else if (flags.quiet) ports.stdout(verdictLine(result))
  else ports.stdout(`${verdictText(result)}\n${whereText(result, flags, ports.cwd)}`)
  return exitCode(result.verdict)
}

/** Asks nothing, and prints what a run would ask. */
function plan(flags: RunFlags, ports: Ports): Promise<number> {
  const part = flags.shard === undefined ? undefined : parseShard(flags.shard)
  return dryRun((progress) => planRun({ ...optionsOf(flags), shard: part, progress }, ports), flags, ports)
}

/** Evaluates one part of the questions; 2 where more questions erred than may. */
async function shard(flags: RunFlags, part: string, ports: Ports): Promise<number> {
  const progress = progressLine(ports, flags)
  try {
    const result = await runShard(
      { ...optionsOf(flags), shard: parseShard(part), progress: progress.show, pausing: progress.pausing },
      ports,
    )
    progress.clear()
    ports.stdout(`wrote ${relative(ports.cwd, result.path)}: ${result.asked} questions\n`)
    if (result.tooManyErrors === null) return 0
    ports.stderr(`${result.tooManyErrors}\n`)
    return 2
  } finally {
    progress.clear()
  }
}

function whereText(result: RunResult, flags: RunFlags, cwd: string): string {
  const folder = relative(cwd, result.directory) || '.'
  const reports = `Reports: ${folder}/ (${[...result.files.keys()].filter(isForPeople).join(', ')})\n`
  const replaced = replacedBaseline(result, flags, cwd)
  return replaced === null ? reports : `${reports}${replaced} was the baseline; this run's report is in its place.\n`
}

/** @throws UserError for a base that the baseline has no use for */
function optionsOf({ base: revision, shard: _, ...flags }: RunFlags): RunOptions {
  if (revision === undefined) return flags
  const { baseline = 'recompute' } = flags
  if (baseline === 'recompute') return { ...flags, baseline, base: async () => ({ revision }) }
  throw new UserError({
    what: '`--base` goes with `--baseline recompute`',
    found: `--baseline ${baseline}`,
    hint: 'leave one of the two out',
  })
}

function isForPeople(file: string): boolean {
  return !file.startsWith('runs/') && file !== 'qrels.txt'
}
