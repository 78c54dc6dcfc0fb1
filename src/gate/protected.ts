import type { ReportQuery } from '../baseline/report-schema.ts'
import { ownEntry } from '../own-entry.ts'
import type { GateInput } from './gate-input.ts'
import type { PinnedFailure } from './verdict.ts'

/** Whether the base branch's own rules and questions decide. */
export function isProtected({ base, protect = false }: GateInput): boolean {
  return base !== undefined && (protect || base.gate?.protect === true)
}

/** The input with the base's rules in place of the head's, and the base's attributes on the questions that are on both sides. */
export function underBaseRules(input: GateInput): GateInput {
  const { base, head } = input
  const gate = base?.gate
  if (gate === undefined) return { ...input, protect: true }
  const queries = Object.fromEntries(
    Object.entries(head.queries).map(([id, query]) => [id, asAtBase(query, ownEntry(base?.queries, id))]),
  )
  return { ...input, protect: true, rules: gate.rules, maxErrors: gate.maxErrors, head: { ...head, queries } }
}

function asAtBase(query: ReportQuery, base: ReportQuery | undefined): ReportQuery {
  if (base === undefined || base.text !== query.text) return query
  const { category: _, difficulty: __, language: ___, tags: ____, pinned: _____, cluster: ______, ...own } = query
  const { text: _a, judgments: _b, split: _c, line: _d, ...attributes } = base
  return { ...own, ...attributes }
}

/** Questions of the base that are not asked any more as they were. */
export function protectedFailures({ comparison }: GateInput): PinnedFailure[] {
  if (comparison === null) return []
  const { removed, reworded } = comparison.queries
  const why = (what: string) => `was ${what}, and the base branch protects its questions`
  return [
    ...removed.map((query) => ({ query, why: why('removed'), protected: true as const })),
    ...reworded.map((query) => ({ query, why: why('reworded'), protected: true as const })),
  ]
}
