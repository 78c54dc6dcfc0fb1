import type { Acceptance } from '../baseline/acceptance-schema.ts'
import { ownEntry } from '../own-entry.ts'
import { type Accepted, ANY_RULE } from './accepted.ts'
import { answeredFor } from './accepted-results.ts'
import type { GateInput } from './gate-input.ts'
import type { PinnedFailure, RuleResult } from './verdict.ts'

interface Found {
  readonly results: readonly RuleResult[]
  readonly latency: readonly RuleResult[]
  readonly pinned: readonly PinnedFailure[]
}

/** Acceptances that are told one by one. */
const SHOWN = 5

/** What was accepted and by whom, counted; what is not needed any more; what has expired. `found` is before acceptance. */
export function acceptedSentences(input: GateInput, { active, expired }: Accepted, found: Found): string[] {
  const used = active.filter((acceptance) => isUsed(acceptance, input, found))
  const idle = active.filter((acceptance) => !used.includes(acceptance))
  const idleName = (acceptance: Acceptance) =>
    `${nameOf(acceptance)}${isOfNoQuestion(acceptance, input) ? ', which no question is called' : ''}`
  return [
    ...listed(used, used.length === 1 ? 'known loss is accepted' : 'known losses are accepted', answered),
    ...listed(idle, `${idle.length === 1 ? 'acceptance is' : 'acceptances are'} not needed any more`, idleName),
    ...listed(expired, `${expired.length === 1 ? 'acceptance has' : 'acceptances have'} expired`, expiry),
  ]
}

function isUsed(
  { query, rule, strategy }: Acceptance,
  { comparison }: GateInput,
  { results, latency, pinned }: Found,
): boolean {
  const isAbout = (name: string | undefined) => strategy === undefined || name === undefined || strategy === name
  if (rule !== undefined) {
    return [...results, ...latency].some(
      (one) => one.status === 'fail' && (rule === ANY_RULE || one.rule.metric === rule) && isAbout(one.strategy),
    )
  }
  const lost = (comparison?.strategies ?? []).some(
    (one) => isAbout(one.strategy) && one.changes.some(({ id, difference }) => id === query && difference < 0),
  )
  return lost || pinned.some((one) => one.query === query && isAbout(one.strategy))
}

function isOfNoQuestion({ query }: Acceptance, { head, base }: GateInput): boolean {
  return query !== undefined && [head, base].every((side) => ownEntry(side?.queries, query) === undefined)
}

function listed(some: readonly Acceptance[], what: string, say: (acceptance: Acceptance) => string): string[] {
  if (some.length === 0) return []
  const rest = some.length - SHOWN
  const more = rest > 0 ? `; and ${rest} more` : ''
  return [`${some.length} ${what}: ${some.slice(0, SHOWN).map(say).join('; ')}${more}.`]
}

function nameOf({ query, rule, strategy }: Acceptance): string {
  const what = query ?? (rule === ANY_RULE ? 'every rule' : `the rule on ${rule}`)
  return strategy === undefined ? what : `${what} on ${strategy}`
}

function answered(acceptance: Acceptance): string {
  return `${nameOf(acceptance)} (${answeredFor(acceptance)})`
}

function expiry(acceptance: Acceptance): string {
  return `${nameOf(acceptance)} (${acceptance.who}, on ${acceptance.until})`
}
