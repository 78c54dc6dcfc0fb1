import { join } from 'node:path'
import { UserError } from '../../errors.ts'
import { downloadShards } from '../../github/download-shards.ts'
import { givenConfig } from '../../given-config.ts'
import { mergeShards } from '../../merge-shards.ts'
import { finishJob } from './finish-job.ts'
import type { OpenedJob } from './job.ts'
import { artifactNameOf, runOptions } from './run-options.ts'

/** Puts the shards of this run together, decides, and says the verdict; returns whether it is green. */
export async function mergeJob(job: OpenedJob): Promise<boolean> {
  const { api, context, cwd, env, inputs } = job
  if (api === null) throw new UserError({ what: 'The shards cannot be fetched: `github-token` is empty' })
  const folder = join(env.RUNNER_TEMP ?? cwd, 'retrieval-gate-shards')
  const ports = job.ports(cwd)
  const { config } = await givenConfig(inputs.config, cwd)
  await downloadShards({ api, fetch: ports.fetch, context, artifactName: artifactNameOf(job, config.name), folder })
  const finished = await mergeShards([folder], await runOptions(job), ports)
  return finishJob(finished, job)
}
