import { type Job, openJob } from './job.ts'

/**
 * One run of the Action; returns whether the step is green. `here` is where it was started. What a mode needs is loaded for
 * that mode alone: to comment takes none of what it takes to evaluate.
 * @throws UserError for everything that a workflow or a repository can mend
 */
export async function runJob(job: Job, here: string): Promise<boolean> {
  if (job.mode === 'comment') {
    const { commentJob } = await import('./comment-job.ts')
    return commentJob(job)
  }
  const { judgeJob } = await import('./judge-job.ts')
  return judgeJob(await openJob(job, here))
}
