import type { EvaluationReport } from '../baseline/report-schema.ts'
import { compareCodeUnits } from '../code-units.ts'

const SHOWN = 10

/** What two evaluations of the same input do not agree on, in words; durations are not compared. */
export function differingParts(first: EvaluationReport, second: EvaluationReport): string[] {
  const parts: string[] = []
  if (first.fingerprints.corpus !== second.fingerprints.corpus) parts.push('the documents')
  if (first.fingerprints.evalSet !== second.fingerprints.evalSet) parts.push('the eval set')
  for (const [name, strategy] of Object.entries(first.strategies)) {
    const other = second.strategies[name]
    const asked = Object.keys(first.queries).sort(compareCodeUnits)
    const differing = asked.filter((id) => hits(first, strategy, id) !== hits(second, other, id))
    if (differing.length > 0) parts.push(`${name}: the hits of ${differing.length} questions (${named(differing)})`)
  }
  return parts
}

function hits(report: EvaluationReport, strategy: EvaluationReport['strategies'][string] | undefined, id: string) {
  const positions = strategy?.rankings[id]?.map(([index, score]) => [report.chunks[index]?.id, score])
  return JSON.stringify([positions, strategy?.errors[id]])
}

function named(ids: readonly string[]): string {
  return ids.length > SHOWN ? `${ids.slice(0, SHOWN).join(', ')} ...` : ids.join(', ')
}
