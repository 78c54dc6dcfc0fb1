import { withinProcess } from './baseline/rebuildable.ts'
import { UserError } from './errors.ts'
import type { LedgerLine } from './models/ledger.ts'
import type { Recorder } from './models/recorder.ts'
import { count } from './numbers.ts'
import { type Side as AskedSide, evaluateSides } from './retrieval/evaluate-strategies.ts'

/** What a run would ask of models. */
export interface CallPlan {
  readonly lines: readonly LedgerLine[]
  readonly calls: number
  /** Of the models with a price; tokens are estimated. */
  readonly cost: number
  /** Some of the texts that are to be embedded or judged are not written yet: what follows from them is a guess. */
  readonly isGuess: boolean
  /** Models that would be called and have no price. */
  readonly unpriced: readonly string[]
  /** Strategies outside this process, themselves or through a part: nothing is known of what they ask. */
  readonly unplanned: readonly string[]
}

/**
 * Goes through a whole run with something standing in for each answer that is not in the store, and counts them. `planner` is
 * the recorder that the sides were opened with; it calls nothing.
 */
export async function planCalls(
  sides: readonly AskedSide[],
  planner: Recorder,
  signal: AbortSignal,
): Promise<CallPlan> {
  const unplanned = new Set<string>()
  const inside = sides.map((side): AskedSide => {
    const { kept, left } = withinProcess(side.entries, side.types)
    for (const name of left) unplanned.add(name)
    // What is worked out of a stand-in is not to be remembered.
    return { ...side, entries: kept, memory: () => undefined }
  })
  await evaluateSides(inside, { timing: false, signal, now: () => 0 })
  const asked = planner.ledger.lines().some(({ calls }) => calls > 0)
  if (asked) for (const check of planner.checks) check.plan()
  const lines = planner.ledger.lines()
  const called = lines.filter(({ calls }) => calls > 0)
  return {
    lines,
    calls: planner.ledger.calls,
    cost: planner.ledger.cost,
    isGuess: called.some(({ role }) => role === 'chat') || called.some(({ role }) => role === 'reranker'),
    unpriced: [...new Set(called.filter(({ cost }) => cost === null).map(({ entry }) => entry))],
    unplanned: [...unplanned],
  }
}

/** @throws UserError where a run would make more calls, or cost more, than it may */
export function checkLimits({ calls, cost }: CallPlan, { maxCalls, maxCost }: Recorder['limits']): void {
  const [key, expected, found] =
    maxCalls !== undefined && calls > maxCalls
      ? ['maxCalls', `at most ${count(maxCalls, 'call')}`, `about ${count(calls, 'call')}`]
      : maxCost !== undefined && cost > maxCost
        ? ['maxCost', `at most ${maxCost}`, `about ${money(cost)}`]
        : []
  if (key === undefined) return
  throw new UserError({
    what: `the models would be asked for more than \`${key}\` allows; nothing was asked`,
    ...(expected === undefined ? {} : { expected }),
    ...(found === undefined ? {} : { found }),
    hint: `\`retrieval-gate run --dry-run\` shows what for; raise \`${key}\`, or evaluate less`,
  })
}

/** An amount in whatever the prices are in: two decimals, four below one. */
export function money(amount: number): string {
  return amount.toFixed(amount < 1 ? 4 : 2)
}
