import type { Acceptance } from '../baseline/acceptance-schema.ts'
import type { GateInput } from './gate-input.ts'

/** The acceptances of this run, by whether they still count. */
export interface Accepted {
  readonly active: readonly Acceptance[]
  readonly expired: readonly Acceptance[]
}

/** Every acceptance that this run looks at: the base's own list where it is protected, else the head's. */
export function acceptedOf({ head, base, protect = false, accept = [], today }: GateInput): Accepted {
  const ledger = (protect ? base?.gate?.accepted : head.gate.accepted) ?? []
  const isOver = ({ until }: Acceptance) => until !== undefined && today !== undefined && until < today
  const all = [...ledger, ...accept]
  return { active: all.filter((one) => !isOver(one)), expired: all.filter(isOver) }
}

/** The acceptance of a query's loss on a strategy, if there is one. */
export function acceptanceOfQuery({ active }: Accepted, query: string, strategy?: string): Acceptance | undefined {
  return active.find((one) => one.query === query && isAbout(one, strategy))
}

/** The acceptance of a rule's failure on a strategy, if there is one. */
export function acceptanceOfRule({ active }: Accepted, metric: string, strategy: string): Acceptance | undefined {
  return active.find(({ rule, ...one }) => (rule === metric || rule === ANY_RULE) && isAbout(one, strategy))
}

/** What stands in the place of a metric where every rule is accepted. */
export const ANY_RULE = '*'

function isAbout({ strategy: only }: Pick<Acceptance, 'strategy'>, strategy: string | undefined): boolean {
  return only === undefined || strategy === undefined || only === strategy
}
