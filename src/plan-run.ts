import { planOf } from './evaluate.ts'
import { openRun, type RunOptions } from './open-run.ts'
import type { CallPlan } from './plan-calls.ts'
import type { Ports } from './ports.ts'
import { prepareSide } from './prepare-side.ts'

export interface PlannedRun extends CallPlan {
  /** The base that the run evaluates beside (`baseline: recompute`) is not in the plan: it is asked for what differs there. */
  readonly withoutBase: boolean
  /** Of the config. */
  readonly limits: { readonly maxCalls?: number | undefined; readonly maxCost?: number | undefined }
}

/**
 * What a run with these options would ask of models, without a base that it may evaluate beside. Calls none.
 *
 * @throws UserError as a run does
 */
export async function planRun(options: RunOptions, ports: Ports): Promise<PlannedRun> {
  const { head, config } = await openRun(options, ports)
  const side = await prepareSide(head, ports.signal)
  const plan = await planOf([side], ports)
  const { maxCalls, maxCost } = config
  return { ...plan, withoutBase: config.baseline === 'recompute', limits: { maxCalls, maxCost } }
}
