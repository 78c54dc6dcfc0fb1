import { askedSide } from '../asked-side.ts'
import { withinProcess } from '../baseline/rebuildable.ts'
import type { Apart, Recorder } from '../models/recorder.ts'
import type { Ports } from '../ports.ts'
import type { PreparedSide } from '../prepare-side.ts'
import { type Side as AskedSide, evaluateSides } from '../retrieval/evaluate-strategies.ts'

/** What the sides of a run would ask of models. */
export interface PlannedSides {
  /** In the order of the sides, each without what those before it ask. */
  readonly parts: readonly Apart[]
  /** Whether the models are still those that they were: only planned where something else is asked. */
  readonly checks: Apart
  /** Calls of a run that checks them, needed or not: a run whose models cannot be asked goes on without. */
  readonly checked: number
  /** Strategies outside this process, themselves or through a part: nothing is known of what they ask. */
  readonly unplanned: readonly string[]
}

/** Goes through a whole run with something standing in for each answer that is not in the store, and counts them. */
export async function planSides(
  sides: readonly PreparedSide[],
  recorder: Recorder,
  ports: Ports,
): Promise<PlannedSides> {
  const planner = recorder.planner()
  const unplanned = new Set<string>()
  const parts: Apart[] = []
  for (const side of sides) {
    const asked = withStandIns(side, planner, ports)
    const { kept, left } = withinProcess(asked.entries, asked.types)
    for (const name of left) unplanned.add(name)
    const work = () =>
      evaluateSides([{ ...asked, entries: kept }], { timing: false, signal: ports.signal, now: () => 0 })
    parts.push(await planner.apart(work))
  }
  const isAsked = parts.some(({ lines }) => lines.some(({ calls }) => calls > 0))
  const checks = await planner.apart(async () => {
    if (isAsked) for (const check of planner.checks) check.plan()
  })
  const checked = recorder.replay ? 0 : planner.checks.length
  return { parts, checks, checked, unplanned: [...unplanned] }
}

/** A side that calls nothing. What is worked out of stand-ins is not remembered, and its warnings are nobody's. */
function withStandIns(side: PreparedSide, planner: Recorder, ports: Ports): AskedSide {
  const progress = (what: string, done: number, total: number) => side.progress(`plan: ${what}`, done, total)
  return askedSide({ ...side, ...standingIn(planner), progress }, ports)
}

/** What makes a side one that only counts. */
export function standingIn(planner: Recorder): Pick<PreparedSide, 'recorder' | 'store' | 'warnings'> {
  return { recorder: planner, store: undefined, warnings: [] }
}
