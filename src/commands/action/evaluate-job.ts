import { runPipeline } from '../../pipeline.ts'
import { finishJob } from './finish-job.ts'
import type { OpenedJob } from './job.ts'
import { runOptions } from './run-options.ts'

/** Evaluates, compares where there is something to compare with, and says the verdict; returns whether it is green. */
export async function evaluateJob(job: OpenedJob): Promise<boolean> {
  const finished = await runPipeline(await runOptions(job), job.ports(job.cwd))
  return finishJob(finished, job)
}
