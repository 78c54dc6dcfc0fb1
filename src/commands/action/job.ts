import { resolve } from 'node:path'
import { type Api, openApi } from '../../github/api.ts'
import type { Inputs } from '../../github/inputs.ts'
import type { JobMode } from '../../github/job-mode.ts'
import type { Log } from '../../github/log.ts'
import { type RunContext, readRunContext } from '../../github/run-context.ts'
import type { Runner } from '../../github/runner.ts'
import type { Ports } from '../../ports.ts'

/** What a job of the Action is given. */
export interface Job {
  readonly mode: JobMode
  readonly inputs: Inputs
  /** The parsed content of `GITHUB_EVENT_PATH`. */
  readonly payload: unknown
  /** The environment of this process, which settings for git are put into. */
  readonly env: Record<string, string | undefined>
  readonly log: Log
  setOutput(name: string, value: string): void
  ports(cwd: string): Ports
}

/** A job that evaluates or merges, with what it runs in. */
export interface OpenedJob extends Job {
  readonly context: RunContext
  /** Null without a token. */
  readonly api: Api | null
  readonly workspace: string
  /** The folder that the config's path is relative to. */
  readonly cwd: string
}

export async function openJob(job: Job, here: string): Promise<OpenedJob> {
  const context = readRunContext(job.env, job.payload)
  const workspace = resolve(job.env.GITHUB_WORKSPACE ?? here)
  return {
    ...job,
    context,
    api: await apiOf(job, context),
    workspace,
    cwd: resolve(workspace, job.inputs['working-directory']),
  }
}

export async function apiOf({ inputs }: Job, { apiUrl }: Runner): Promise<Api | null> {
  const token = inputs['github-token']
  return token === undefined ? null : openApi(token, apiUrl)
}
