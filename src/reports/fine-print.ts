import { count } from '../numbers.ts'
import { quoted } from './quoted.ts'
import type { Outcome } from './report.ts'
import { sourceName } from './source-name.ts'

/** What the numbers rest on, in short parts: the base, the questions, what would be noticed. */
export function finePrint(outcome: Outcome): readonly string[] {
  const { comparison, report, baselineNote } = outcome
  const parts =
    comparison === null
      ? [count(report.evalSet.queries, 'question')]
      : [baseSentence(comparison.base, baselineNote), count(comparison.queries.shared.length, 'shared question')]
  if (report.corpus.source !== undefined) parts.push(`documents of ${sourceName(report.corpus.source)}`)
  const power = powerSentence(outcome)
  if (power !== null) parts.push(withoutStop(power))
  if (comparison === null && baselineNote !== '') parts.push(withoutStop(baselineNote))
  return parts
}

/** The smallest drop that the deciding rule, or else the first with evidence, would catch; null where that is not known. */
function powerSentence({ verdict }: Outcome): string | null {
  const evidence = verdict.deciding?.evidence ?? verdict.results.find((result) => result.evidence !== null)?.evidence
  return evidence !== null && evidence !== undefined && /^[A-Z]/u.test(evidence.power) ? evidence.power : null
}

/**
 * What was compared with, named once: "against main at a1b2c3d, evaluated in this run", "against `base.json` (commit
 * `a1b2c3d`)".
 */
function baseSentence({ commit, label, source }: NonNullable<Outcome['comparison']>['base'], note: string): string {
  const short = commit?.slice(0, 7)
  const isToldByNote = note !== '' && source !== 'file' && (short === undefined || note.includes(short))
  if (isToldByNote) return `against ${withoutStop(note)}`
  if (source === 'file') return `against ${quoted(label)}${short === undefined ? '' : ` (commit ${quoted(short)})`}`
  const whence = note === '' ? source : withoutStop(note)
  return `against ${quoted(short ?? label)} (${whence})`
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/u, '')
}
