import { dirname } from 'node:path'
import { UserError } from '../../errors.ts'
import { isEnterpriseServer } from '../../github/is-enterprise-server.ts'
import { uploadReport } from '../../github/upload-report.ts'
import { runShard } from '../../run-shard.ts'
import { parseShard } from '../../shards/shard.ts'
import type { OpenedJob } from './job.ts'
import { artifactNameOf, runOptions } from './run-options.ts'

/** Evaluates a part of the questions and uploads what it found; green unless something erred. */
export async function shardJob(job: OpenedJob, shard: string): Promise<boolean> {
  const { context, inputs, log, setOutput, cwd } = job
  if (isEnterpriseServer(context.serverUrl)) {
    throw new UserError({ what: 'GitHub Enterprise Server takes no artifacts of this kind, so shards cannot meet' })
  }
  const { index, count } = parseShard(shard)
  const finished = await runShard({ ...(await runOptions(job)), shard: { index, count } }, job.ports(cwd))
  const name = `${artifactNameOf(job, finished.report.name)}-shard-${index}-of-${count}`
  const directory = dirname(finished.path)
  const retentionDays = inputs['retention-days']
  const id = await uploadReport({ name, directory, files: [finished.path], retentionDays })
  log.info(`Shard ${index} of ${count}: ${finished.asked} questions, uploaded as ${name}`)
  setOutput('report-path', finished.path)
  setOutput('artifact-id', id === null ? '' : String(id))
  if (finished.tooManyErrors === null) return true
  log.error(finished.tooManyErrors, { title: `retrieval-gate: shard ${index} of ${count}` })
  return false
}
