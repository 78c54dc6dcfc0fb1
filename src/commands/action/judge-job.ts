import { evaluateJob } from './evaluate-job.ts'
import type { OpenedJob } from './job.ts'
import { mergeJob } from './merge-job.ts'
import { passUnaffected } from './pass-unaffected.ts'
import { prepareWorkspace } from './prepare-workspace.ts'
import { shardJob } from './shard-job.ts'
import { withCache } from './with-cache.ts'

/** Evaluates the questions, a shard of them, or what shards found out; returns whether the step is green. */
export async function judgeJob(job: OpenedJob): Promise<boolean> {
  await prepareWorkspace(job)
  if (await passUnaffected(job)) return true
  if (job.mode === 'merge') return mergeJob(job)
  const { shard } = job.inputs
  return withCache(job, () => (shard === undefined ? evaluateJob(job) : shardJob(job, shard)))
}
