import { UserError } from '../../errors.ts'
import { commentOnRun } from '../../github/comment-on-run.ts'
import { readRunner } from '../../github/runner.ts'
import { evaluateJob } from './evaluate-job.ts'
import { apiOf, type Job, openJob } from './job.ts'
import { mergeJob } from './merge-job.ts'
import { passUnaffected } from './pass-unaffected.ts'
import { prepareWorkspace } from './prepare-workspace.ts'
import { shardJob } from './shard-job.ts'

/**
 * One run of the Action; returns whether the step is green. `here` is where it was started.
 * @throws UserError for everything that a workflow or a repository can mend
 */
export async function runJob(job: Job, here: string): Promise<boolean> {
  if (job.mode === 'comment') return commentJob(job)
  const opened = await openJob(job, here)
  await prepareWorkspace(opened)
  if (await passUnaffected(opened)) return true
  if (job.mode === 'merge') return mergeJob(opened)
  return job.inputs.shard === undefined ? evaluateJob(opened) : shardJob(opened, job.inputs.shard)
}

/** Says what another run found out, in its place. */
async function commentJob(job: Job): Promise<boolean> {
  const { env, inputs, payload, log, setOutput } = job
  const runner = readRunner(env)
  const api = await apiOf(job, runner)
  if (api === null) throw new UserError({ what: 'Nothing can be commented: `github-token` is empty' })
  const { fetch } = job.ports('.')
  await commentOnRun({ api, fetch, inputs, runner, payload, log, setOutput })
  return true
}
