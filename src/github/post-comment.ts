import type { Api } from './api.ts'
import type { CommentPolicy } from './inputs.ts'
import { type OwnComment, ownComments, type Thread } from './own-comments.ts'
import { isNewer, type RunStamp, writeStamp } from './run-stamp.ts'

/** What is to be said on a pull request. */
export interface Statement {
  /** Is in the body and in no other gate's. */
  readonly marker: string
  readonly body: string
  /** What stands in the body's place once a failure is resolved and the policy is `failure`; holds the marker too. */
  readonly resolved: string
  /** The verdict is no pass. */
  readonly failing: boolean
  /** The verdict is no pass, or some query changed. */
  readonly changed: boolean
}

/** What became of it; `url` is null where nothing was written. */
export type Posted =
  | { readonly done: 'created' | 'updated'; readonly url: string }
  | { readonly done: 'not wanted' | 'newer there'; readonly url: null }

/**
 * Says a verdict in the one comment of this gate on a pull request: written once, updated from then on, left alone where
 * a later run has already spoken.
 */
export async function postComment(
  api: Api,
  thread: Thread,
  stamp: RunStamp,
  statement: Statement,
  policy: CommentPolicy,
): Promise<Posted> {
  if (policy === 'never') return { done: 'not wanted', url: null }
  const [existing] = await ownComments(api, thread, statement.marker)
  if (existing === undefined && !worthSaying(statement, policy)) return { done: 'not wanted', url: null }
  const condensed = policy === 'failure' && !statement.failing
  const body = writeStamp(stamp) + (condensed ? statement.resolved : statement.body)
  if (existing !== undefined) return update(api, thread, existing, stamp, body)
  return create(api, thread, statement.marker, stamp, body)
}

function worthSaying({ failing, changed }: Statement, policy: CommentPolicy): boolean {
  if (policy === 'always') return true
  return policy === 'changes' ? changed : failing
}

async function update(api: Api, thread: Thread, comment: OwnComment, stamp: RunStamp, body: string): Promise<Posted> {
  if (isNewer(comment.stamp, stamp)) return { done: 'newer there', url: null }
  const { owner, repo } = thread
  await api.rest.issues.updateComment({ owner, repo, comment_id: comment.id, body })
  return { done: 'updated', url: comment.url }
}

/** Two jobs may both have found no comment and written one: the older stays, with the newer verdict. */
async function create(api: Api, thread: Thread, marker: string, stamp: RunStamp, body: string): Promise<Posted> {
  const { owner, repo, number } = thread
  const { data } = await api.rest.issues.createComment({ owner, repo, issue_number: number, body })
  const [oldest] = await ownComments(api, thread, marker).catch(() => [])
  if (oldest === undefined || oldest.id === data.id) return { done: 'created', url: data.html_url }
  await api.rest.issues.deleteComment({ owner, repo, comment_id: data.id })
  return update(api, thread, oldest, stamp, body)
}
