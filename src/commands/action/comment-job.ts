import { UserError } from '../../errors.ts'
import { commentOnRun } from '../../github/comment-on-run.ts'
import { readRunner } from '../../github/runner.ts'
import { apiOf, type Job } from './job.ts'

/** Says what another run found out, in its place. */
export async function commentJob(job: Job): Promise<boolean> {
  const { env, inputs, payload, log, setOutput } = job
  const runner = readRunner(env)
  const api = await apiOf(job, runner)
  if (api === null) throw new UserError({ what: 'Nothing can be commented: `github-token` is empty' })
  const { fetch } = job.ports('.')
  await commentOnRun({ api, fetch, inputs, runner, payload, log, setOutput })
  return true
}
