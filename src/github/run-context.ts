import { z } from 'zod'
import { parsePayload } from './parse-payload.ts'
import { type Runner, readRunner } from './runner.ts'

/** What the evaluated state is compared with; `commit` is null where the merge base has still to be asked for. */
export interface Against {
  readonly branch: string
  readonly commit: string | null
}

/** Where and for what this job runs, from the runner's variables and the event's payload. */
export interface RunContext extends Runner {
  /** What people call this commit: a pull request's own head, never the merge commit made for the run. */
  readonly headSha: string
  readonly pullRequest: { readonly number: number; readonly fork: boolean } | null
  /** Null where there is nothing to compare with: the run only evaluates, and makes the next baseline. */
  readonly against: Against | null
}

const pullRequest = z.object({
  number: z.number().int().positive(),
  head: z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }).nullish() }),
  base: z.object({ ref: z.string() }),
})
const mergeGroup = z.object({ head_sha: z.string(), base_sha: z.string(), base_ref: z.string() })

/**
 * Reads the context of a run that evaluates. `payload` is the parsed content of `GITHUB_EVENT_PATH`.
 * @throws UserError outside GitHub Actions, and for a payload without what its event promises
 */
export function readRunContext(env: Readonly<Record<string, string | undefined>>, payload: unknown): RunContext {
  const runner = readRunner(env)
  return { ...runner, ...ofEvent(runner, payload) }
}

function ofEvent({ event, owner, repo, mergedSha }: Runner, payload: unknown) {
  if (event === 'pull_request') {
    const what = 'The payload of the pull_request event lacks the pull request'
    const { pull_request: pull } = parsePayload(z.object({ pull_request: pullRequest }), payload, what)
    return {
      headSha: pull.head.sha,
      pullRequest: { number: pull.number, fork: pull.head.repo?.full_name !== `${owner}/${repo}` },
      against: { branch: pull.base.ref, commit: null },
    }
  }
  if (event === 'merge_group') {
    const what = 'The payload of the merge_group event lacks the merge group'
    const { merge_group: group } = parsePayload(z.object({ merge_group: mergeGroup }), payload, what)
    const branch = group.base_ref.replace(/^refs\/heads\//, '')
    return { headSha: group.head_sha, pullRequest: null, against: { branch, commit: group.base_sha } }
  }
  return { headSha: mergedSha, pullRequest: null, against: null }
}
