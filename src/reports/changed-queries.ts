import type { ChangeKind, QueryChange } from '../comparison/comparison.ts'
import type { Outcome } from './report.ts'
import { strategyOrder } from './strategy-order.ts'

/** One query's change on the strategy it is told for, and the other strategies on which it changed likewise. */
export interface ChangedQuery {
  readonly strategy: string
  readonly change: QueryChange
  readonly alsoOn: readonly string[]
}

/** Queries that broke on a gated strategy, in the verdict's order: worst first. */
export function brokenQueries(outcome: Outcome): readonly ChangedQuery[] {
  const byStrategy = tellingOrder(outcome).map((strategy) => ({ strategy, broke: brokeById(outcome, strategy) }))
  return outcome.verdict.broke.flatMap((id) => {
    const on = byStrategy.filter(({ broke }) => broke.has(id))
    const [first, ...others] = on
    if (first === undefined) return []
    return [{ strategy: first.strategy, change: first.broke.get(id)!, alsoOn: others.map((other) => other.strategy) }]
  })
}

/** Changes of one kind on the strategy that the report is about, worst first. */
export function changesOfKind(outcome: Outcome, kind: ChangeKind): readonly QueryChange[] {
  const [strategy] = tellingOrder(outcome)
  return changesOf(outcome, strategy).filter((change) => change.kind === kind)
}

/** Queries that broke anywhere, then those that got worse on the strategy that the report is about, worst first. */
export function lostQueries(outcome: Outcome): readonly QueryChange[] {
  const broken = brokenQueries(outcome).map(({ change }) => change)
  const ids = new Set(broken.map(({ id }) => id))
  const [strategy] = tellingOrder(outcome)
  const losing = changesOf(outcome, strategy).filter(({ kind }) => kind === 'broke' || kind === 'worse')
  return [...broken, ...losing.filter(({ id }) => !ids.has(id))]
}

/** The compared strategies in the order in which a query's change is looked for: the deciding one first. */
export function tellingOrder(outcome: Outcome): readonly string[] {
  const compared = new Set(outcome.comparison?.strategies.map(({ strategy }) => strategy))
  const order = strategyOrder(outcome).filter((name) => compared.has(name))
  const deciding = outcome.verdict.deciding?.strategy
  if (deciding === undefined || !compared.has(deciding)) return order
  return [deciding, ...order.filter((name) => name !== deciding)]
}

/** The changes of one strategy, worst first. */
export function changesOf({ comparison }: Outcome, strategy: string | undefined): readonly QueryChange[] {
  return comparison?.strategies.find((one) => one.strategy === strategy)?.changes ?? []
}

function brokeById(outcome: Outcome, strategy: string): ReadonlyMap<string, QueryChange> {
  const broke = changesOf(outcome, strategy).filter(({ kind }) => kind === 'broke')
  return new Map(broke.map((change) => [change.id, change]))
}
