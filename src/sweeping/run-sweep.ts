import { join } from 'node:path'
import { headCommit } from '../baseline/run-git.ts'
import { readText } from '../config/read-text.ts'
import { UserError } from '../errors.ts'
import { checkSweep } from '../planning/plan-sweep.ts'
import type { Ports } from '../ports.ts'
import type { PreparedSide } from '../prepare-side.ts'
import { writeReports } from '../reports/write-reports.ts'
import { throwIfNotWhole } from '../settle-models.ts'
import { type RaceResult, race } from '../sweep/race.ts'
import { refusalToWrite } from '../sweep/refusal-to-write.ts'
import { settingLabel } from '../sweep/setting-label.ts'
import { sweepMarkdown } from '../sweep/sweep-markdown.ts'
import type { SweepResult } from '../sweep/sweep-result.ts'
import { sweepRows } from '../sweep/sweep-rows.ts'
import { looksAt, readTestUses, type TestUse } from '../sweep/test-uses.ts'
import { openSweep, type SweepOptions } from './open-sweep.ts'
import { SweepAsker } from './sweep-asker.ts'
import type { SweepPlan } from './sweep-plan.ts'
import type { SweepQuestions } from './sweep-questions.ts'
import { type Tested, testWinner } from './test-winner.ts'
import { writeWinner } from './write-winner.ts'

export interface SweepRun {
  readonly result: SweepResult
  /** Absolute path of the folder that the reports are in. */
  readonly directory: string
  /** Relative path -> text of every report. */
  readonly files: ReadonlyMap<string, string>
}

/** Holds the looks at `test` as well. */
const JSON_FILE = 'sweep.json'

/**
 * Tries every setting of the config's grid on the `dev` questions and the best one, once, on `test`; writes what came out,
 * and the best values into the config where that is asked for.
 *
 * @throws UserError for every mistake that a user can mend
 */
export async function runSweep(options: SweepOptions, ports: Ports): Promise<SweepRun> {
  const sweep = await openSweep(options, ports)
  const { path, text, grid, plan, side, questions, directory, recorder, store, root } = sweep
  const { config } = side
  const earlier = await earlierUses(directory, ports)
  await checkSweep(sweep, options, ports)
  const asker = new SweepAsker(side, plan.settings, { ...plan, match: config.match, ports })
  const { found, tested } = await raced(plan, questions, asker, side, options).finally(async () => {
    await asker.close()
    await recorder.tidy()
  })
  throwIfNotWhole(recorder)
  await store?.close()
  const result = resultOf({
    plan,
    questions,
    found,
    tested,
    earlier,
    side,
    options,
    commit: await headCommit(root),
    ports,
  })
  const write = async (result: SweepResult): Promise<SweepRun> => {
    const rendered = new Map([
      [JSON_FILE, `${JSON.stringify(result, null, 2)}\n`],
      ['sweep.md', sweepMarkdown(result)],
    ])
    const files = ports.secrets?.redactAll(rendered) ?? rendered
    await writeReports(directory, config.output, files)
    return { result, directory, files }
  }
  // Written before the config is touched: a look at `test` is noted whatever comes.
  const run = await write(result)
  if (!options.write) return run
  const refusal = refusalToWrite(result, tested.erred)
  if (refusal === null)
    await writeWinner({ path, text, axes: grid.axes, winner: plan.settings[found.winner.index]! }, ports)
  const why = refusal ?? `the best values are in ${path}`
  return write({ ...result, written: { done: refusal === null, why } })
}

/** The looks at `test` that the last sweep's report knows of. */
async function earlierUses(directory: string, { stderr }: Ports): Promise<readonly TestUse[]> {
  const uses = readTestUses(await readText(join(directory, JSON_FILE)))
  if (uses === null) stderr(`${JSON_FILE} is no report of a sweep: earlier looks at \`test\` are not counted\n`)
  return uses ?? []
}

async function raced(
  plan: SweepPlan,
  questions: SweepQuestions,
  asker: SweepAsker,
  { config }: PreparedSide,
  { earlyStop, test, progress }: SweepOptions,
) {
  const { settings, keys, metric } = plan
  const names = settings.map(({ values }) => settingLabel(keys, values))
  const opened = new Set<number>()
  const found = await race(settings, {
    queries: questions.dev,
    range: metric.family.range,
    seed: config.seed,
    earlyStop,
    maxErrors: config.maxErrors,
    open: (index, kept) =>
      asker.open(
        settings[index]!,
        kept.map((other) => settings[other]!),
      ),
    progress: (index, done, total) =>
      progress(`${opened.add(index).size}/${settings.length} ${names[index]}`, done, total),
  })
  refuseErrors(found, plan, config.maxErrors)
  return { found, tested: await testWinner({ found, plan, questions, asker, config, wanted: test }) }
}

function refuseErrors({ current: { measured, barred } }: RaceResult, { strategy }: SweepPlan, maxErrors: number): void {
  if (barred !== 'errors') return
  const [first] = measured.errors
  throw new UserError({
    what: `${strategy} erred on ${measured.errors.size} questions as it is now (maxErrors is ${maxErrors}): there is nothing to compare with`,
    found: `${first?.[0]}: ${first?.[1]}`,
  })
}

interface Parts {
  readonly plan: SweepPlan
  readonly questions: SweepQuestions
  readonly found: RaceResult
  readonly tested: Tested
  readonly earlier: readonly TestUse[]
  readonly side: PreparedSide
  readonly options: SweepOptions
  readonly commit: string | null
  readonly ports: Ports
}

function resultOf({ plan, questions, found, tested, earlier, side, options, commit, ports }: Parts): SweepResult {
  const { strategy, metric, budgetMetric, keys } = plan
  const { earlyStop } = options
  const hasBudget = budgetMetric !== null
  const { seed, name } = side.config
  const { confirmation } = tested
  const rows = sweepRows(found, { keys, queries: questions.dev, seed, earlyStop, hasBudget })
  const evalSet = questions.testFingerprint
  const look = confirmation && {
    evalSet,
    strategy,
    metric: metric.id,
    values: rows.find(({ winner }) => winner)!.values,
    gain: confirmation.gain.difference,
    commit,
  }
  const testUses = look === null ? earlier : [...earlier, look]
  return {
    schemaVersion: 1,
    name,
    strategy,
    metric: metric.id,
    budgetMetric: budgetMetric?.id ?? null,
    keys,
    earlyStop,
    devQuestions: questions.dev.length,
    split: questions.split,
    rows,
    test: confirmation,
    noTest: tested.why,
    testUses,
    testLooks: looksAt(evalSet, testUses),
    written: null,
    warnings: [...side.warnings, ...side.knowledge.notices()].map((text) => ports.secrets?.redact(text) ?? text),
  }
}
