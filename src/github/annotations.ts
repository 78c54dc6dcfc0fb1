import { posix } from 'node:path'
import { ownEntry } from '../own-entry.ts'
import type { Outcome } from '../reports/report.ts'
import { type Annotation, MOST_ANNOTATIONS, plainText } from './annotation.ts'
import { rankMove } from './rank-move.ts'

/**
 * One annotation for each query that broke, worst first, on its line of the eval set.
 * @param root the working directory inside the repository, '' or with a `/` at its end
 */
export function annotationsOf({ report, comparison, verdict }: Outcome, root: string): Annotation[] {
  const file = posix.join(root, report.evalSet.path)
  return verdict.broke.slice(0, MOST_ANNOTATIONS).map((id) => {
    const line = ownEntry(report.queries, id)?.line
    const message = `${plainText(ownEntry(report.queries, id)?.text ?? id)} ${whatHappened(comparison, id)}`
    const title = `Query ${plainText(id, 80)} broke`
    return { message, place: { title, file, ...(line === undefined ? {} : { startLine: line }) } }
  })
}

function whatHappened(comparison: Outcome['comparison'], id: string): string {
  for (const { strategy, changes } of comparison?.strategies ?? []) {
    const change = changes.find((one) => one.id === id && one.kind === 'broke')
    if (change === undefined) continue
    const answers = change.expected.map((answer) => `${plainText(answer.judgment.id)} ${rankMove(answer)}`)
    return `(${strategy}) ${answers.slice(0, 3).join('; ')}`
  }
  return 'is no longer answered'
}
