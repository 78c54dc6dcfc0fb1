import { count } from '../numbers.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { sourceName } from './source-name.ts'

/** What the numbers rest on, in short parts: the base, the questions, what would be noticed. */
export function finePrint(outcome: Outcome): readonly string[] {
  const { comparison, report, baselineNote } = outcome
  const parts = comparison === null ? [count(report.evalSet.queries, 'question')] : compared(comparison)
  if (report.corpus.source !== undefined) parts.push(`documents of ${sourceName(report.corpus.source)}`)
  const power = powerSentence(outcome)
  if (power !== null) parts.push(withoutStop(power))
  if (baselineNote !== '' && baselineNote !== comparison?.base.source) parts.push(withoutStop(baselineNote))
  return parts
}

/** The smallest drop that the deciding rule, or else the first with evidence, would catch. */
export function powerSentence({ verdict }: Outcome): string | null {
  const evidence = verdict.deciding?.evidence ?? verdict.results.find((result) => result.evidence !== null)?.evidence
  if (evidence === null || evidence === undefined || evidence.power === '') return null
  return /^[A-Z]/u.test(evidence.power) ? evidence.power : `smallest drop that would be caught: ${evidence.power}`
}

/** The base as a reader can look it up: its short commit, or its label. */
export function baseName({ commit, label }: NonNullable<Outcome['comparison']>['base']): string {
  return commit === null ? label : commit.slice(0, 7)
}

function compared({ base, queries }: NonNullable<Outcome['comparison']>): string[] {
  return [
    `against ${quoted(baseName(base))} (${base.source})`,
    `${count(queries.shared.length, 'shared question')}; ${queries.added.length} added, ${queries.removed.length} removed`,
  ]
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/u, '')
}
