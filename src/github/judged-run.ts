import { z } from 'zod'
import { type Api, statusOf } from './api.ts'
import { parsePayload } from './parse-payload.ts'
import type { Runner } from './runner.ts'

/** A finished run that evaluated a pull request's head, as GitHub describes it; nothing of it comes from the run itself. */
export interface JudgedRun {
  readonly runId: number
  readonly attempt: number
  readonly headSha: string
  /** `owner/repository` that the head is in; null where it is deleted. */
  readonly headRepository: string | null
  readonly headBranch: string | null
}

/** A run, and the pull request that it was for; or why there is nothing to comment on. */
export type Judged = { readonly run: JudgedRun; readonly pull: number } | { readonly nothing: string }

const workflowRun = z.object({
  id: z.number().int().positive(),
  run_attempt: z.number().int().positive().default(1),
  event: z.string(),
  head_sha: z.string().regex(/^[0-9a-f]{40,64}$/),
  head_branch: z.string().nullable(),
  head_repository: z.object({ full_name: z.string() }).nullish(),
})

const pullRequest = z.object({
  number: z.number().int().positive(),
  head: z.object({
    sha: z.string(),
    ref: z.string(),
    repo: z.object({ full_name: z.string() }).nullish(),
  }),
})

/** The run that this job is to comment on, for the two events that `mode: comment` is for. */
export async function judgedRun(api: Api, runner: Runner, payload: unknown): Promise<Judged> {
  if (runner.event === 'workflow_run') {
    const what = 'The payload of the workflow_run event lacks the run'
    const { workflow_run: run } = parsePayload(z.object({ workflow_run: workflowRun }), payload, what)
    if (run.event !== 'pull_request') return { nothing: `run ${run.id} was for ${run.event}, not for a pull request` }
    return withPull(api, runner, described(run))
  }
  const what = 'The payload of the pull_request_target event lacks the pull request'
  const { pull_request: pull } = parsePayload(z.object({ pull_request: pullRequest }), payload, what)
  const run = await finishedRun(api, runner, pull)
  return run === null ? { nothing: 'no run has evaluated this commit yet' } : { run, pull: pull.number }
}

function described(run: z.infer<typeof workflowRun>): JudgedRun {
  const { id: runId, run_attempt: attempt, head_sha: headSha, head_branch: headBranch, head_repository: home } = run
  return { runId, attempt, headSha, headBranch, headRepository: home?.full_name ?? null }
}

/**
 * The open pull request whose head the run was for. `workflow_run.pull_requests` is empty for forks, so it is looked up by
 * the head's branch and commit.
 */
async function withPull(api: Api, { owner, repo }: Runner, run: JudgedRun): Promise<Judged> {
  const at = `${run.headSha.slice(0, 7)}`
  if (run.headRepository === null || run.headBranch === null) return { nothing: `the branch of ${at} is gone` }
  const head = `${run.headRepository.split('/')[0]}:${run.headBranch}`
  const options = { owner, repo, head, state: 'open' as const, per_page: 100 }
  const { data } = await api.rest.pulls.list(options)
  const pulls = data.filter(
    (pull) => pull.head.sha === run.headSha && same(pull.head.repo?.full_name, run.headRepository),
  )
  const [pull, ...others] = pulls
  if (pull === undefined) return { nothing: `no open pull request has ${at} as its head any more` }
  if (others.length > 0) return { nothing: `${pulls.length} open pull requests have ${at} as their head` }
  return { run, pull: pull.number }
}

/** The newest finished run of a pull request for its head's commit. */
async function finishedRun(
  api: Api,
  { owner, repo }: Runner,
  { head }: z.infer<typeof pullRequest>,
): Promise<JudgedRun | null> {
  const wanted = { head_sha: head.sha, event: 'pull_request', status: 'completed' as const }
  try {
    const { data } = await api.rest.actions.listWorkflowRunsForRepo({ owner, repo, ...wanted, per_page: 100 })
    const runs = data.workflow_runs.map((run) => workflowRun.parse(run))
    const own = runs.filter(
      (run) => run.event === 'pull_request' && same(run.head_repository?.full_name, head.repo?.full_name ?? null),
    )
    const [newest] = own.sort((a, b) => b.id - a.id)
    return newest === undefined ? null : described(newest)
  } catch (error) {
    if (statusOf(error) === 404) return null
    throw error
  }
}

function same(a: string | undefined, b: string | null): boolean {
  return a !== undefined && b !== null && a.toLowerCase() === b.toLowerCase()
}
