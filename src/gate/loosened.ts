import type { Acceptance } from '../baseline/acceptance-schema.ts'
import type { EvaluationReport } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'
import { count } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { loosenedRules } from './loosened-rules.ts'

type Side = Pick<EvaluationReport, 'queries'> & Partial<Pick<EvaluationReport, 'gate' | 'match'>>

/** How a change loosens the gate that it has to pass, in sentences: rules, errors, protection, matching, splits, pins, acceptances. */
export function loosened(base: Side | undefined, head: EvaluationReport): string[] {
  if (base?.gate === undefined) return []
  const before = base.gate
  const now = head.gate
  return [
    ...(before.protect && !now.protect ? ['The gate was protected, and is not any more.'] : []),
    ...loosenedRules(before.rules, now.rules, Object.keys(head.strategies)),
    ...(now.maxErrors > before.maxErrors ? [`\`maxErrors\` went from ${before.maxErrors} to ${now.maxErrors}.`] : []),
    ...(base.match !== undefined && base.match !== head.match
      ? [`What counts as an answer changed: \`match\` went from ${base.match} to ${head.match}.`]
      : []),
    ...movedSplits(base, head),
    ...unpinned(base, head),
    ...newAcceptances(before.accepted ?? [], now.accepted ?? []),
  ]
}

function movedSplits(base: Side, head: EvaluationReport): string[] {
  const moved = Object.entries(base.queries)
    .filter(([id, query]) => {
      const now = ownEntry(head.queries, id)
      return now !== undefined && now.split !== query.split
    })
    .map(([id]) => id)
    .sort(compareCodeUnits)
  if (moved.length === 0) return []
  const named = moved.slice(0, 5).join(', ')
  return [`${count(moved.length, 'question')} moved to another split: ${named}${moved.length > 5 ? ', ...' : ''}.`]
}

function unpinned(base: Side, head: EvaluationReport): string[] {
  const ids = Object.entries(base.queries)
    .filter(([id, { pinned }]) => {
      const now = ownEntry(head.queries, id)
      return pinned && now !== undefined && !now.pinned
    })
    .map(([id]) => id)
    .sort(compareCodeUnits)
  if (ids.length === 0) return []
  return [`Pinned at base and not any more: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', ...' : ''}.`]
}

function newAcceptances(before: readonly Acceptance[], now: readonly Acceptance[]): string[] {
  const known = new Set(before.map((one) => JSON.stringify(one)))
  return now
    .filter((one) => !known.has(JSON.stringify(one)))
    .map(({ query, rule, who, until }) => {
      const what = query ?? `a failure of the rule on ${rule}`
      return `This change accepts ${what} (${who}${until === undefined ? '' : `, until ${until}`}).`
    })
}
