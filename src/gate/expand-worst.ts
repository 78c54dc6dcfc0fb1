import type { EvaluationReport } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import type { GateInput } from './gate-input.ts'
import type { Rule } from './rule.ts'
import { inSlice } from './slice.ts'

/**
 * A `worst` rule as one rule for each slice that has at least `minPairs` shared questions, or had as many questions at
 * base; every slice then is a test of its own, and one that was emptied cannot be decided. Where no slice is large enough
 * the largest stands for all; without any the rule stays as it is, which cannot be decided either.
 */
export function expandWorst(rule: Rule, { head, base, comparison }: GateInput): Rule[] {
  const { worst, ...plain } = rule
  if (worst === undefined || comparison === null) return [plain]
  const now = sizes(rule, worst, head.queries, comparison.queries.shared)
  const before = sizes(rule, worst, base?.queries ?? {}, Object.keys(base?.queries ?? {}))
  const isLarge = (value: string) => Math.max(now.get(value) ?? 0, before.get(value) ?? 0) >= rule.minPairs
  const values = [...new Set([...now.keys(), ...before.keys()])].sort(compareCodeUnits)
  const large = values.filter(isLarge)
  const chosen = large.length > 0 ? large : largest(now)
  if (chosen.length === 0) return [rule]
  return chosen.map((value) => ({ ...plain, where: { ...rule.where, [worst]: value } }))
}

function sizes(
  rule: Rule,
  worst: NonNullable<Rule['worst']>,
  queries: EvaluationReport['queries'],
  ids: readonly string[],
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const id of ids) {
    const query = queries[id]!
    const value = query[worst]
    if (value !== undefined && inSlice(query, rule.where)) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  return counts
}

function largest(sizes: ReadonlyMap<string, number>): string[] {
  const ranked = [...sizes].sort(([a, m], [b, n]) => n - m || compareCodeUnits(a, b))
  return ranked.slice(0, 1).map(([value]) => value)
}
