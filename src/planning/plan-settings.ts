import { withinProcess } from '../baseline/rebuildable.ts'
import { addedLines } from '../models/added-lines.ts'
import type { Apart, Missing } from '../models/recorder.ts'
import type { Ports } from '../ports.ts'
import { strategyTypes } from '../strategies/registry.ts'
import { withParts } from '../strategies/with-parts.ts'
import { currentFirst } from '../sweep/current-first.ts'
import { raceOrder } from '../sweep/race-order.ts'
import type { OpenedSweep } from '../sweeping/open-sweep.ts'
import { SweepAsker } from '../sweeping/sweep-asker.ts'
import type { TriedSetting } from '../sweeping/sweep-settings.ts'
import { type CallPlan, callPlan } from './call-plan.ts'
import { standingIn } from './plan-sides.ts'

export interface PlannedSettings {
  /** The most that can come of it. */
  readonly plan: CallPlan
  /** What is not in the store. */
  readonly missing: readonly Missing[]
}

/** What the questions of `test` come to. */
interface TestParts {
  /** For the setting that the config has. */
  readonly now: readonly Apart[]
  /** For each other one that may win, on top of that. */
  readonly others: readonly Apart[]
}

/**
 * What a sweep asks of models when no setting is stopped early: every setting the questions of `dev`, in the blocks that the
 * race asks them in, and those of `test` the current setting and whichever other one asks most for it. What several
 * settings need counts once.
 */
export async function planSettings(
  sweep: Pick<OpenedSweep, 'plan' | 'side' | 'questions' | 'recorder'>,
  { test }: { readonly test: boolean },
  ports: Ports,
): Promise<PlannedSettings> {
  const { plan, side, questions } = sweep
  const planner = sweep.recorder.planner()
  const { match, seed } = side.config
  const asker = new SweepAsker({ ...side, ...standingIn(planner) }, plan.settings, { ...plan, match, ports })
  const blocks = raceOrder(questions.dev, seed)
  const last = test && questions.test.length > 0 ? questions.test : null
  const inside = currentFirst(plan.settings).filter((index) => isInside(plan.settings[index]!, plan.strategy))
  const now: Apart[] = []
  const others: Apart[] = []
  const askAll = async () => {
    for (const [done, index] of inside.entries()) {
      side.progress('planning', done, inside.length)
      const setting = plan.settings[index]!
      const asked = await asker.open(setting, [])
      for (const block of blocks) await asked.ask(block)
      if (last === null) continue
      const { isCurrent } = setting
      const part = await planner.apart(() => asked.ask(last), { forget: !isCurrent })
      if (isCurrent) now.push(part)
      else others.push(part)
    }
  }
  const tried = await planner.apart(askAll).finally(() => asker.close())
  const unplanned = inside.length < plan.settings.length ? [plan.strategy] : []
  return {
    plan: wholePlan(tried, { now, others }, unplanned),
    missing: [tried, ...now, ...others].flatMap(({ missing }) => missing),
  }
}

/** Shows the winner that costs most, and counts the calls of the one that makes most. */
function wholePlan(tried: Apart, { now, others }: TestParts, unplanned: readonly string[]): CallPlan {
  const [dearest] = others.toSorted((a, b) => costOf(b) - costOf(a) || callsOf(b) - callsOf(a))
  const tests = [...now, ...(dearest === undefined ? [] : [dearest])]
  const whole = callPlan([tried, { lines: addedLines(tests.flatMap(({ lines }) => lines)), of: 'test' }], unplanned)
  if (dearest === undefined) return whole
  return { ...whole, calls: whole.calls - callsOf(dearest) + Math.max(...others.map(callsOf)) }
}

/** Of what lies outside this process nothing is known. */
function isInside({ config }: TriedSetting, strategy: string): boolean {
  return withinProcess(withParts(config.strategies, strategyTypes, strategy), strategyTypes).left.length === 0
}

function callsOf({ lines }: Apart): number {
  return lines.reduce((sum, { calls }) => sum + calls, 0)
}

function costOf({ lines }: Apart): number {
  return lines.reduce((sum, { cost }) => sum + (cost ?? 0), 0)
}
