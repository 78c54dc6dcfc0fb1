import type { Problem } from '../config/problem.ts'
import type { Missing, Recorder } from '../models/recorder.ts'
import type { Ports } from '../ports.ts'
import type { PreparedSide } from '../prepare-side.ts'
import { type OpenedSweep, openSweep, type SweepOptions } from '../sweeping/open-sweep.ts'
import type { CallPlan } from './call-plan.ts'
import { mustPlan } from './check-calls.ts'
import { checkLimits } from './check-limits.ts'
import { keyProblems, keySentences, keysError } from './key-problems.ts'
import { planSettings } from './plan-settings.ts'

export interface PlannedSweep extends CallPlan {
  /** How many settings are tried. */
  readonly settings: number
  /** Sentences: a sweep will need these keys, and they are not there. */
  readonly keys: readonly string[]
  /** Of the config. */
  readonly limits: Recorder['limits']
}

/**
 * The most that a sweep with these options would ask of models. Calls none.
 *
 * @throws UserError as a sweep does
 */
export async function planSweep(options: SweepOptions, ports: Ports): Promise<PlannedSweep> {
  const sweep = await openSweep({ ...options, dryRun: true }, ports)
  const { plan, missing } = await planSettings(sweep, options, ports)
  const problems = await problemsOf(sweep, missing, ports)
  const { limits } = sweep.recorder
  return { ...plan, settings: sweep.plan.settings.length, keys: keySentences(problems), limits }
}

/**
 * Before the first call of a sweep.
 *
 * @throws UserError where a key is missing that will be needed, or more might be asked than may be
 */
export async function checkSweep(sweep: OpenedSweep, options: { readonly test: boolean }, ports: Ports): Promise<void> {
  if (!mustPlan(sidesOf(sweep), sweep.recorder, ports)) return
  const { plan, missing } = await planSettings(sweep, options, ports)
  const problems = await problemsOf(sweep, missing, ports)
  if (problems.length > 0) throw keysError(problems)
  checkLimits(plan, sweep.recorder.limits, 'sweep')
}

/** A setting may use a model that the config as it is does not. */
function sidesOf({ side, plan }: OpenedSweep): PreparedSide[] {
  return plan.settings.map(({ config }) => ({ ...side, config }))
}

async function problemsOf(sweep: OpenedSweep, missing: readonly Missing[], ports: Ports): Promise<Problem[]> {
  const found = new Map<string, Problem>()
  for (const side of sidesOf(sweep)) {
    for (const problem of await keyProblems(side, missing, ports)) found.set(JSON.stringify(problem), problem)
  }
  return [...found.values()]
}
