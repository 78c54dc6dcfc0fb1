import { type Api, statusOf } from './api.ts'
import type { RunContext } from './run-context.ts'

/** A run whose report may serve as a baseline. */
export interface TrustedRun {
  readonly id: number
  readonly commit: string
  /** ISO 8601. */
  readonly createdAt: string
}

/** Events that evaluate what is on the branch, and nothing that is only proposed. */
const EVENTS = new Set(['push', 'schedule', 'workflow_dispatch'])
const PAGES = 3
const PER_PAGE = 100

/**
 * The successful runs of a workflow for a branch of this repository, newest first, at most 300. GitHub's own filter by
 * branch also returns runs of forks whose branch has that name, so event, repository and branch are looked at here.
 */
export async function* trustedRuns(
  api: Api,
  { owner, repo, runId }: Pick<RunContext, 'owner' | 'repo' | 'runId'>,
  workflow: string,
  branch: string,
): AsyncGenerator<TrustedRun> {
  for (let page = 1; page <= PAGES; page++) {
    const runs = await listPage(api, { owner, repo, workflow_id: workflow, branch, page })
    for (const run of runs) {
      const own = run.head_repository?.full_name.toLowerCase() === `${owner}/${repo}`.toLowerCase()
      const trusted = own && run.head_branch === branch && EVENTS.has(run.event) && run.conclusion === 'success'
      if (trusted && run.id !== runId) yield { id: run.id, commit: run.head_sha, createdAt: run.created_at }
    }
    if (runs.length < PER_PAGE) return
  }
}

interface Page {
  readonly owner: string
  readonly repo: string
  readonly workflow_id: string
  readonly branch: string
  readonly page: number
}

async function listPage(api: Api, page: Page) {
  try {
    const options = { ...page, status: 'success' as const, per_page: PER_PAGE, exclude_pull_requests: true }
    return (await api.rest.actions.listWorkflowRuns(options)).data.workflow_runs
  } catch (error) {
    if (statusOf(error) === 404) return [] // a workflow that GitHub does not know has not run yet
    throw error
  }
}
