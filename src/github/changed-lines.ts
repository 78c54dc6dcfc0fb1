import type { Api } from './api.ts'
import { type ChangedBlock, changedBlocks } from './changed-blocks.ts'
import type { RunContext } from './run-context.ts'

/** What a change does to one file; the lines are those of the file as it is now. */
export interface FileChange {
  /** Relative to the repository's root. */
  readonly path: string
  readonly status: 'added' | 'removed' | 'renamed' | 'modified'
  readonly formerPath: string | null
  /** Empty where nothing is known of them: the file is large, binary, or was only moved. */
  readonly blocks: readonly ChangedBlock[]
}

/**
 * What changed from the merge base to a commit, of at most 300 files. Asked of GitHub, so that a shallow clone is enough and
 * what is told is what the pull request shows.
 * @param commit the one that was evaluated: its lines are those that rankings name
 */
export async function changedLines(
  api: Api,
  { owner, repo, against }: Pick<RunContext, 'owner' | 'repo' | 'against'>,
  commit: string,
): Promise<FileChange[]> {
  if (against === null) return []
  const basehead = `${against.commit ?? against.branch}...${commit}`
  const { data } = await api.rest.repos.compareCommitsWithBasehead({ owner, repo, basehead, per_page: 1 })
  return (data.files ?? []).map(({ filename, previous_filename: former, status, patch }) => ({
    path: filename,
    status: status === 'added' || status === 'removed' || status === 'renamed' ? status : 'modified',
    formerPath: former ?? null,
    blocks: patch === undefined || status === 'removed' ? [] : changedBlocks(patch),
  }))
}
