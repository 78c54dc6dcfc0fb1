import { atBase, notRecomputable, whyNotAtBase } from '../at-base.ts'
import type { Baseline, Recompute } from '../baseline/resolve-baseline.ts'
import type { Recorder } from '../models/recorder.ts'
import { baselineOf, type OpenedRun, openRun, type RunOptions } from '../open-run.ts'
import type { Ports } from '../ports.ts'
import { type PreparedSide, prepareSide, type Side } from '../prepare-side.ts'
import { balanceBy } from '../shards/balance.ts'
import type { Shard } from '../shards/shard.ts'
import { shardIds } from '../shards/shard-ids.ts'
import { type CallPlan, callPlan, type PlannedPart } from './call-plan.ts'
import { keyProblems, keySentences } from './key-problems.ts'
import { planSides } from './plan-sides.ts'

export interface PlannedRun extends CallPlan {
  /** Sentences: a run will need these keys, and they are not there. */
  readonly keys: readonly string[]
  /** Of the config. */
  readonly limits: Recorder['limits']
  /** Embedders that are asked whether they are still what they were: all that is asked where everything is in the store. */
  readonly checked: number
}

export interface PlanRunOptions extends RunOptions {
  /** Only this part of the questions. */
  readonly shard?: Shard | undefined
}

/**
 * What a run with these options would ask of models; of a base that it evaluates beside (`baseline: recompute`), what that
 * asks on top. Calls none.
 *
 * @throws UserError as a run does
 */
export async function planRun(options: PlanRunOptions, ports: Ports): Promise<PlannedRun> {
  const { shard } = options
  const opened = await openRun(options, ports)
  const needsBaseline = shard !== undefined || opened.config.baseline === 'recompute'
  const wanted = needsBaseline ? await baselineOf(opened, options, ports) : null
  const base = wanted !== null && 'recompute' in wanted ? wanted : null
  const run = shard === undefined ? opened : { ...opened, head: { ...opened.head, askedOf: askedOf(shard, wanted) } }
  const head = await prepareSide(run.head, ports.signal)
  return base === null ? planned([head], run, ports) : planWithBase(head, base, run, options, ports)
}

/** The questions of a shard, as `runShard` deals them out. */
function askedOf(shard: Shard, wanted: Baseline | Recompute | null): NonNullable<Side['askedOf']> {
  const balance = wanted === null || 'recompute' in wanted ? null : balanceBy(wanted.report)
  return (ids) => shardIds(ids, shard, balance?.durations ?? null)
}

async function planWithBase(
  head: PreparedSide,
  { recompute, insteadOf }: Recompute,
  run: OpenedRun,
  options: RunOptions,
  ports: Ports,
): Promise<PlannedRun> {
  try {
    const overrides = { ...options, configName: run.configName }
    return await atBase(run.head, recompute, overrides, ports, async ({ side }) => {
      const base = await prepareSide(side, ports.signal, head).catch((error: unknown) => {
        throw side.explain!(error)
      })
      return planned([head, base], run, ports)
    })
  } catch (error) {
    ports.signal.throwIfAborted()
    const why = whyNotAtBase(error)
    if (why === null) throw error
    // The run goes on without a base then, as it was not asked for by name.
    if (insteadOf !== null) return planned([head], run, ports)
    throw notRecomputable(why)
  }
}

async function planned(
  sides: readonly PreparedSide[],
  { recorder }: Pick<OpenedRun, 'recorder'>,
  ports: Ports,
): Promise<PlannedRun> {
  const { parts, checks, checked, unplanned } = await planSides(sides, recorder, ports)
  const [head, ...bases] = parts
  const all: PlannedPart[] = [head!, checks, ...bases.map((part): PlannedPart => ({ ...part, of: 'base' }))]
  const problems = await Promise.all(sides.map((side, index) => keyProblems(side, parts[index]!.missing, ports)))
  return { ...callPlan(all, unplanned), keys: keySentences(problems.flat()), limits: recorder.limits, checked }
}
