import { z } from 'zod'
import { parsePayload } from './parse-payload.ts'

/** Where this job runs, from the runner's variables. */
export interface Runner {
  readonly event: string
  readonly owner: string
  readonly repo: string
  readonly serverUrl: string
  readonly apiUrl: string
  /** File name of the workflow (`docs.yml`), the caller's where it is a reusable one; null where it is not told. */
  readonly workflow: string | null
  readonly runId: number
  readonly attempt: number
  /** Short name of the branch or tag that the run is on; null where it is not told. */
  readonly refName: string | null
  /** The commit that the runner checks out by default: for a pull request, its merge with the base branch. */
  readonly mergedSha: string
}

const variables = z.object({
  GITHUB_EVENT_NAME: z.string().min(1),
  GITHUB_REPOSITORY: z.string().regex(/^[^/\s]+\/[^/\s]+$/),
  GITHUB_SHA: z.string().regex(/^[0-9a-f]{40,64}$/),
  GITHUB_RUN_ID: z.coerce.number().int().positive(),
  GITHUB_RUN_ATTEMPT: z.coerce.number().int().positive().default(1),
  GITHUB_SERVER_URL: z.string().default('https://github.com'),
  GITHUB_API_URL: z.string().default('https://api.github.com'),
  GITHUB_WORKFLOW_REF: z.string().optional(),
  GITHUB_REF_NAME: z.string().min(1).nullable().default(null),
})

/** @throws UserError outside GitHub Actions */
export function readRunner(env: Readonly<Record<string, string | undefined>>): Runner {
  const vars = parsePayload(variables, env, 'The variables of the GitHub Actions runner are not all set')
  const [owner = '', repo = ''] = vars.GITHUB_REPOSITORY.split('/')
  return {
    event: vars.GITHUB_EVENT_NAME,
    owner,
    repo,
    serverUrl: vars.GITHUB_SERVER_URL.replace(/\/+$/, ''),
    apiUrl: vars.GITHUB_API_URL.replace(/\/+$/, ''),
    workflow: workflowFile(vars.GITHUB_WORKFLOW_REF),
    runId: vars.GITHUB_RUN_ID,
    attempt: vars.GITHUB_RUN_ATTEMPT,
    refName: vars.GITHUB_REF_NAME,
    mergedSha: vars.GITHUB_SHA,
  }
}

/** `octo/docs/.github/workflows/gate.yml@refs/heads/main` -> `gate.yml` */
function workflowFile(ref: string | undefined): string | null {
  return /\/\.github\/workflows\/([^/@]+)@/.exec(ref ?? '')?.[1] ?? null
}
