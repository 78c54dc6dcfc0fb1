import type { BaseRevision } from '../baseline/base-revision.ts'
import { UserError } from '../errors.ts'
import type { Api } from './api.ts'
import { mergeBase } from './merge-base.ts'
import type { Against, RunContext } from './run-context.ts'

/**
 * The commit that this change started from: as GitHub tells it, which needs no history here; else what git can find it by.
 * @param evaluated the commit that is checked out, where it is known
 */
export async function startOfChange(
  api: Api | null,
  context: RunContext,
  { branch, commit }: Against,
  evaluated: string | null,
): Promise<BaseRevision> {
  if (commit !== null) return { commit, branch }
  const heads = [evaluated, context.mergedSha, context.headSha].filter((sha) => sha !== null)
  try {
    if (api !== null) return { commit: await mergeBase(api, context, branch, heads), branch }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
  return { revision: `origin/${branch}` }
}
