import type { Api } from './api.ts'
import { type RunStamp, readStamp } from './run-stamp.ts'

/** What a pull request's comments are asked for by. */
export interface Thread {
  readonly owner: string
  readonly repo: string
  /** Number of the pull request. */
  readonly number: number
}

/** A comment that an earlier run of the same gate wrote. */
export interface OwnComment {
  readonly id: number
  readonly url: string
  readonly stamp: RunStamp
}

/**
 * The comments of one gate on a pull request, oldest first, over all pages. Marker and stamp prove nothing, since anybody
 * can write them: the author must be whom the token speaks for.
 * @param marker what tells this gate's comments from another's
 */
export async function ownComments(api: Api, { owner, repo, number }: Thread, marker: string): Promise<OwnComment[]> {
  const options = { owner, repo, issue_number: number, per_page: 100 }
  const comments = await api.paginate(api.rest.issues.listComments, options)
  const marked = comments.flatMap(({ id, html_url: url, body, user }) => {
    const stamp = readStamp(body ?? '')
    return stamp !== null && body?.includes(marker) ? [{ id, url, stamp, author: user?.login ?? '' }] : []
  })
  if (marked.length === 0) return []
  const self = await ownLogin(api)
  return marked.filter(({ author }) => plain(author) === plain(self)).sort((a, b) => a.id - b.id)
}

/** Whom the token speaks for; the workflow's own token is not always allowed to ask. */
async function ownLogin(api: Api): Promise<string> {
  try {
    const { viewer } = await api.graphql<{ viewer: { login: string } }>('query { viewer { login } }')
    return viewer.login
  } catch {
    return 'github-actions[bot]'
  }
}

/** An app's name carries `[bot]` in one interface and not in the other. */
function plain(login: string): string {
  return login.toLowerCase().replace(/\[bot\]$/, '')
}
