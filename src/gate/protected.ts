import type { ReportQuery } from '../baseline/report-schema.ts'
import { sameText } from '../comparison/same-text.ts'
import { ownEntry } from '../own-entry.ts'
import type { GateInput } from './gate-input.ts'
import type { Rule } from './rule.ts'
import type { PinnedFailure } from './verdict.ts'

/** Whether the base branch's own rules and questions decide. */
export function isProtected({ base, protect = false }: Pick<GateInput, 'base' | 'protect'>): boolean {
  return base !== undefined && (protect || base.gate?.protect === true)
}

/**
 * The input with the base's rules and its way of matching in place of the head's, and the base's attributes on the
 * questions that are on both sides.
 */
export function underBaseRules(input: GateInput): GateInput {
  const { base, head } = input
  const queries = Object.fromEntries(
    Object.entries(head.queries).map(([id, query]) => [id, asAtBase(query, ownEntry(base?.queries, id))]),
  )
  const protectedInput = { ...input, protect: true, head: { ...head, match: base?.match ?? head.match, queries } }
  const gate = base?.gate
  if (gate === undefined) return protectedInput
  const rules = gate.rules.map((rule) => underNewNames(rule, head.strategies))
  return { ...protectedInput, rules, maxErrors: gate.maxErrors }
}

/** A strategy with another name is held to the rules that it had under the former one. */
function underNewNames(rule: Rule, strategies: GateInput['head']['strategies']): Rule {
  const namesNow = (name: string) => {
    const heirs = Object.keys(strategies).filter((heir) => strategies[heir]!.renamedFrom === name)
    return Object.hasOwn(strategies, name) || heirs.length === 0 ? [name, ...heirs] : heirs
  }
  return { ...rule, strategies: [...new Set(rule.strategies.flatMap(namesNow))] }
}

function asAtBase(query: ReportQuery, base: ReportQuery | undefined): ReportQuery {
  if (base === undefined || !sameText(base.text, query.text)) return query
  const { category: _, difficulty: __, language: ___, tags: ____, pinned: _____, cluster: ______, ...own } = query
  const { text: _a, judgments: _b, split: _c, line: _d, ...attributes } = base
  return { ...own, ...attributes }
}

/** Questions of the base that are not asked any more as they were, beside those that fail because they were pinned. */
export function protectedFailures({ comparison }: GateInput): PinnedFailure[] {
  if (comparison === null) return []
  const { reworded, pinnedRemoved } = comparison.queries
  const removed = comparison.queries.removed.filter((query) => !pinnedRemoved.includes(query))
  const why = (what: string) => `was ${what}, and the base branch protects its questions`
  return [
    ...removed.map((query) => ({ query, why: why('removed'), protected: true as const })),
    ...reworded.map((query) => ({ query, why: why('reworded'), protected: true as const })),
  ]
}
