import { type GitHistory, gitHistory } from './baseline/git-history.ts'
import type { DocumentsSource, EvaluationReport } from './baseline/report-schema.ts'
import type { DocumentRepositories } from './document-repositories.ts'

export interface HistoryOptions {
  readonly head: EvaluationReport
  readonly base: EvaluationReport
  /** The config's folder, where git may know the base commit; null to do without. */
  readonly root: string | null
  /** Where documents are from that are not there; without it their history is not looked at. */
  readonly repositories?: DocumentRepositories | undefined
}

/** What git knows of the way of the documents from base to head, for as long as `use` takes; null where it knows nothing. */
export async function withHistory<T>(
  { head, base, root, repositories }: HistoryOptions,
  use: (history: GitHistory | null) => Promise<T>,
): Promise<T> {
  const [now, before] = [head.corpus.source, base.corpus.source]
  if (now === undefined && before === undefined) return use(root === null ? null : await gitHistory(root, base.commit))
  if (repositories === undefined || now === undefined || before === undefined) return use(null)
  if (!isComparable(now, before) || !isNeeded(head, base)) return use(null)
  return repositories.between(before, now, use)
}

function isComparable(now: DocumentsSource, before: DocumentsSource): boolean {
  return now.repository === before.repository && now.folder === before.folder && now.commit !== before.commit
}

/** Fetching again takes time: only for answers with lines, and for documents that are gone or have another name. */
function isNeeded(head: EvaluationReport, base: EvaluationReport): boolean {
  const judgments = [head, base].flatMap(({ queries }) => Object.values(queries).flatMap((query) => query.judgments))
  if (judgments.some(({ target }) => target.kind === 'lines')) return true
  return Object.keys(base.documents).some((id) => !Object.hasOwn(head.documents, id))
}
