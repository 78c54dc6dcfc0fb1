import { groupBy } from '../group-by.ts'
import type { LedgerLine } from './ledger.ts'

type Known = 'strategy' | 'role' | 'entry' | 'model' | 'calls' | 'asked' | 'recalled' | 'inputTokens' | 'outputTokens'

/** A line of a ledger, or of a report that may be older than some of its numbers. */
type Line = Pick<LedgerLine, Known | 'estimated' | 'cost'> & {
  readonly recalledTokens?: number | undefined
  readonly recalledCost?: number | null | undefined
}

/** Lines of the same strategy and model as one, in the order of the first of each. */
export function addedLines<L extends Line>(lines: readonly L[]): L[] {
  const groups = groupBy(lines, ({ strategy, role, entry, model }) => JSON.stringify([strategy, role, entry, model]))
  return Array.from(groups.values(), (group) => group.reduce(together))
}

function together<L extends Line>(a: L, b: L): L {
  return {
    ...a,
    calls: a.calls + b.calls,
    asked: a.asked + b.asked,
    recalled: a.recalled + b.recalled,
    recalledTokens: (a.recalledTokens ?? 0) + (b.recalledTokens ?? 0),
    recalledCost: addedCost(a.recalledCost ?? null, b.recalledCost ?? null),
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    estimated: a.estimated || b.estimated,
    cost: addedCost(a.cost, b.cost),
  }
}

function addedCost(a: number | null, b: number | null): number | null {
  return a === null ? b : a + (b ?? 0)
}
