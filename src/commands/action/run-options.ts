import { knowledgeRoot } from '../../github/knowledge-root.ts'
import type { RunOptions } from '../../pipeline.ts'
import type { Links } from '../../reports/report.ts'
import { acceptedByLabel } from './accepted-by-label.ts'
import type { OpenedJob } from './job.ts'
import { protection } from './protection.ts'
import { provideBaseline, startOf } from './provide-baseline.ts'

/** The pipeline's options from the workflow's inputs and the event. */
export async function runOptions(job: OpenedJob): Promise<RunOptions> {
  const { inputs, mode } = job
  const { protect, baseline } = await protection(job)
  return {
    ...(inputs.config === undefined ? {} : { config: inputs.config }),
    ...(inputs.threshold === undefined ? {} : { threshold: inputs.threshold }),
    ...(mode === 'evaluate' ? { baseline: 'none' } : baseline === undefined ? {} : { baseline }),
    ...(protect ? { protect } : {}),
    accept: acceptedByLabel(job.payload),
    links: linksOf(job),
    baselineProvider: ({ name }) => provideBaseline(job, artifactNameOf(job, name)),
    base: () => startOf(job),
  }
}

/** The name of the artifact with a gate's report. */
export function artifactNameOf({ inputs }: OpenedJob, gate: string): string {
  return inputs['artifact-name'] ?? `retrieval-gate-${gate}`
}

function linksOf({ context, inputs }: OpenedJob): Links {
  const { serverUrl, owner, repo, headSha, runId } = context
  const repository = `${serverUrl}/${owner}/${repo}`
  return { repository, commit: headSha, root: knowledgeRoot(inputs), run: `${repository}/actions/runs/${runId}` }
}
