import { ownEntry } from '../own-entry.ts'
import type { Outcome } from '../reports/report.ts'
import type { Place } from './log.ts'

/** A sentence on a line of the eval set. */
export interface Annotation {
  readonly message: string
  readonly place: Place
}

/** GitHub shows ten annotations of a kind for a step; one is left for the verdict. */
const MOST = 9

/**
 * One annotation for each query that broke, worst first, on its line of the eval set.
 * @param root the config's folder inside the repository, '' or with a `/` at its end
 */
export function annotationsOf({ report, comparison, verdict }: Outcome, root: string): Annotation[] {
  const file = root + report.evalSet.path
  return verdict.broke.slice(0, MOST).map((id) => {
    const line = ownEntry(report.queries, id)?.line
    const message = `${oneLine(ownEntry(report.queries, id)?.text ?? id)} ${whatHappened(comparison, id)}`
    return { message, place: { title: `Query ${id} broke`, file, ...(line === undefined ? {} : { startLine: line }) } }
  })
}

function whatHappened(comparison: Outcome['comparison'], id: string): string {
  for (const { strategy, changes } of comparison?.strategies ?? []) {
    const change = changes.find((one) => one.id === id && one.kind === 'broke')
    if (change === undefined) continue
    const answers = change.expected.map(
      ({ judgment, baseRank, nowRank }) => `${judgment.id} was ${place(baseRank)}, is now ${place(nowRank)}`,
    )
    return `(${strategy}) ${answers.slice(0, 3).join('; ')}`
  }
  return 'is no longer answered'
}

function place(rank: number | null): string {
  return rank === null ? 'not found' : `at rank ${rank}`
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
