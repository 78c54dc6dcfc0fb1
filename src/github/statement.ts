import { commentMarker } from '../reports/comment.ts'
import type { Outcome } from '../reports/report.ts'
import type { Statement } from './post-comment.ts'

/** What is said of an outcome, and when it is worth saying. `text` is the rendered comment. */
export function statementOf({ verdict, comparison, report }: Outcome, text: string): Statement {
  const marker = commentMarker(report.name)
  const failing = verdict.status !== 'pass'
  const changes = comparison?.strategies.flatMap((strategy) => strategy.changes) ?? []
  return {
    marker,
    body: text.includes(marker) ? text : `${text}\n\n${marker}\n`,
    resolved: `${text.split('\n', 1)[0] ?? ''}\n\n${marker}\n`,
    failing,
    changed: failing || changes.some(({ kind }) => kind !== 'same'),
  }
}
