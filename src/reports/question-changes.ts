import { count } from '../numbers.ts'
import { quotedList } from './quoted.ts'
import type { Outcome } from './report.ts'

/** A sentence on what differs from the baseline beside the retrieval; some put the verdict in another light. */
export interface QuestionChange {
  readonly text: string
  readonly isWarning: boolean
}

/** How the questions and strategies differ from the baseline's: what a reader must know before the numbers. */
export function questionChanges({ comparison, verdict }: Outcome): readonly QuestionChange[] {
  const labels = [
    ...warnings(verdict.loosened ?? []),
    ...notices(verdict.accepted ?? []),
    ...warnings(verdict.notes.filter(isAboutLabels)),
  ]
  if (comparison === null) return labels
  const { queries, missingStrategies, newStrategies } = comparison
  const kinds = [
    listed('added', queries.added),
    listed('removed', queries.removed),
    listed('reworded', queries.reworded),
    listed('re-judged', queries.rejudged),
  ].filter((text) => text !== '')
  return [
    ...labels,
    ...(kinds.length > 0 ? [{ text: `The questions changed: ${kinds.join('; ')}.`, isWarning: isLoss(queries) }] : []),
    ...warnings(sentence(acceptedRemovals(queries, verdict), 'Pinned questions were removed:')),
    ...warnings(sentence(missingStrategies, 'Strategies of the baseline that are not here:')),
    ...notices(sentence(newStrategies, 'Strategies without a baseline yet:')),
    ...notices(uncarried(comparison.uncarried)),
  ]
}

type Queries = NonNullable<Outcome['comparison']>['queries']

/** Those that fail the verdict are told as such. */
function acceptedRemovals({ pinnedRemoved }: Queries, { pinned }: Outcome['verdict']): readonly string[] {
  const failing = new Set(pinned.map(({ query }) => query))
  return pinnedRemoved.filter((query) => !failing.has(query))
}

/** Fewer or other questions can make a loss invisible; further ones cannot. */
function isLoss({ removed, reworded, rejudged }: Queries): boolean {
  return removed.length + reworded.length + rejudged.length > 0
}

function warnings(texts: readonly string[]): readonly QuestionChange[] {
  return texts.map((text) => ({ text, isWarning: true }))
}

function notices(texts: readonly string[]): readonly QuestionChange[] {
  return texts.map((text) => ({ text, isWarning: false }))
}

/** Notes that are not told by `questionChanges` already. */
export function otherNotes({ verdict }: Outcome): readonly string[] {
  return verdict.notes.filter((note) => !isAboutLabels(note))
}

function isAboutLabels(note: string): boolean {
  return /changed (labels|judgments)/u.test(note)
}

function listed(what: string, ids: readonly string[]): string {
  return ids.length === 0 ? '' : `${ids.length} ${what} (${quotedList(ids)})`
}

function sentence(names: readonly string[], start: string): readonly string[] {
  return names.length === 0 ? [] : [`${start} ${quotedList(names)}.`]
}

function uncarried(targets: NonNullable<Outcome['comparison']>['uncarried']): readonly string[] {
  const fresh = targets.filter(({ reason }) => reason === 'new').length
  const unmapped = targets.length - fresh
  return [
    ...(fresh > 0 ? [`${count(fresh, 'expected answer')} did not exist at the base and left the comparison.`] : []),
    ...(unmapped > 0 ? [`${count(unmapped, 'expected answer')} could not be found in the base's files.`] : []),
  ]
}
