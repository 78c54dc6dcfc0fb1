import type { Api } from './api.ts'
import type { Against, RunContext } from './run-context.ts'

/** GitHub tells so many files of a comparison, and no more. */
const MOST = 300

/** What changed since the merge base: paths in the repository, both of a rename. */
export interface Changed {
  /** The merge base. */
  readonly since: string
  /** Null where there are more than GitHub tells. */
  readonly paths: readonly string[] | null
}

/** Asked of GitHub, so that a shallow clone is enough. */
export async function changedFiles(
  api: Api,
  { owner, repo, headSha }: Pick<RunContext, 'owner' | 'repo' | 'headSha'>,
  { branch, commit }: Against,
): Promise<Changed> {
  const basehead = `${commit ?? branch}...${headSha}`
  const { data } = await api.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 })
  const files = data.files ?? []
  const paths = files.flatMap(({ filename, previous_filename: former }) => (former ? [filename, former] : [filename]))
  return { since: data.merge_base_commit.sha, paths: files.length < MOST ? paths : null }
}
