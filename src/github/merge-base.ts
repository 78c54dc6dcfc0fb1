import { UserError } from '../errors.ts'
import { type Api, statusOf } from './api.ts'
import { explainApiError } from './explain-api-error.ts'
import type { RunContext } from './run-context.ts'

/**
 * The newest commit of the branch that `head` contains. Asked of GitHub, so that a shallow clone is enough, and by the
 * branch's name, since a pull request's `base.sha` stays where the branch was when the request was opened.
 * @param heads commits to try in turn: what was evaluated comes first. For the merge commit that a pull request's run
 * checks out, this is the base branch as it was merged, so that nothing of the branch's own progress is held against
 * the pull request; for the request's own head, it is where the request left the branch.
 * @throws UserError where GitHub does not tell
 */
export async function mergeBase(
  api: Api,
  { owner, repo }: Pick<RunContext, 'owner' | 'repo'>,
  branch: string,
  heads: readonly string[],
): Promise<string> {
  let failure: unknown
  for (const head of new Set(heads)) {
    try {
      const { data } = await api.rest.repos.compareCommitsWithBasehead({
        owner,
        repo,
        basehead: `${branch}...${head}`,
        per_page: 1,
      })
      return data.merge_base_commit.sha
    } catch (error) {
      failure = error
      if (statusOf(error) !== 404) break
    }
  }
  throw new UserError({
    what: `The commit that ${branch} and this change have in common is not known`,
    found: explainApiError(failure, 'contents: read'),
  })
}
