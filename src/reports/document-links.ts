import { posix } from 'node:path'
import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { Links } from './report.ts'

/** Links that lead to documents where these are: in another repository of the same server, if that is where they are from. */
export function documentLinks({ corpus: { source } }: Pick<EvaluationReport, 'corpus'>, links: Links): Links {
  if (source === undefined) return links
  const { repository, commit: _, root: __, ...others } = links
  // The server's address, without OWNER/REPO.
  const server = repository === undefined ? undefined : /^(.*)\/[^/]+\/[^/]+$/.exec(repository)?.[1]
  if (server === undefined) return others
  const { folder, commit } = source
  const inside = posix.join('/', folder ?? '.', '/').slice(1)
  return { ...others, repository: `${server}/${source.repository}`, commit, root: inside }
}
