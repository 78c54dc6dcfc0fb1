import type { Baseline } from '../../baseline/resolve-baseline.ts'
import type { PastReport } from '../../comparison/slow-loss.ts'
import { isEnterpriseServer } from '../../github/is-enterprise-server.ts'
import { knowledgeRoot } from '../../github/knowledge-root.ts'
import { pastReports } from '../../github/past-reports.ts'
import type { RunOptions } from '../../open-run.ts'
import type { Links } from '../../reports/report.ts'
import { progressLine } from '../progress-line.ts'
import { acceptedByLabel } from './accepted-by-label.ts'
import type { OpenedJob } from './job.ts'
import { protection } from './protection.ts'
import { provideBaseline, startOf } from './provide-baseline.ts'

/** The pipeline's options from the workflow's inputs and the event. */
export async function runOptions(job: OpenedJob): Promise<RunOptions> {
  const { inputs, mode } = job
  const { protect, baseline } = await protection(job)
  const progress = progressLine(job.ports(job.cwd), {})
  return {
    ...(inputs.config === undefined ? {} : { config: inputs.config }),
    ...(inputs.threshold === undefined ? {} : { threshold: inputs.threshold }),
    ...(mode === 'evaluate' ? { baseline: 'none' } : baseline === undefined ? {} : { baseline }),
    ...(protect ? { protect } : {}),
    ...(inputs.offline ? { offline: true } : {}),
    accept: acceptedByLabel(job.payload),
    links: linksOf(job),
    baselineProvider: ({ name }) => provideBaseline(job, artifactNameOf(job, name)),
    past: ({ name }, found) => pastOf(job, name, found),
    base: () => startOf(job),
    progress: progress.show,
    pausing: progress.pausing,
  }
}

/** Earlier reports; where GitHub keeps none, or cannot be asked, nothing is said about them. */
async function pastOf(job: OpenedJob, gate: string, baseline: Baseline | null): Promise<readonly PastReport[]> {
  const { api, context, cwd } = job
  const { fetch, today } = job.ports(cwd)
  if (api === null || today === undefined || isEnterpriseServer(context.serverUrl)) return []
  return pastReports({ api, fetch, context, artifactName: artifactNameOf(job, gate), today }, baseline)
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
