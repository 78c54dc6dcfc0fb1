import { thrownBy } from '../asked-side.ts'
import type { Recorder } from '../models/recorder.ts'
import type { Ports } from '../ports.ts'
import type { PreparedSide } from '../prepare-side.ts'
import { callPlan } from './call-plan.ts'
import { checkLimits, hasLimits } from './check-limits.ts'
import { type KeySide, keylessModels, keyProblems, keysError } from './key-problems.ts'
import { planSides } from './plan-sides.ts'

/** Whether a run must know what it will ask before it asks: it has a limit, or a model that it cannot ask. */
export function mustPlan(sides: readonly KeySide[], { replay, limits }: Recorder, ports: Ports): boolean {
  return !replay && (hasLimits(limits) || sides.some((side) => keylessModels(side, ports).length > 0))
}

/**
 * Before the first call of a run, and only where there may be something to say.
 *
 * @throws UserError where a key is missing that will be needed, or more would be asked than may be
 */
export async function checkCalls(sides: readonly PreparedSide[], recorder: Recorder, ports: Ports): Promise<void> {
  if (!mustPlan(sides, recorder, ports)) return
  const { parts, checks, unplanned } = await planSides(sides, recorder, ports)
  for (const [index, side] of sides.entries()) {
    const problems = await keyProblems(side, parts[index]!.missing, ports)
    if (problems.length > 0) thrownBy(side)(keysError(problems))
  }
  checkLimits(callPlan([...parts, checks], unplanned), recorder.limits, 'run')
}
