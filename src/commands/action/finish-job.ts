import { harmlessLog } from '../../github/harmless-log.ts'
import { publish } from '../../github/publish.ts'
import type { RunResult } from '../../pipeline.ts'
import { verdictText } from '../verdict-text.ts'
import type { OpenedJob } from './job.ts'
import { artifactNameOf } from './run-options.ts'

/** A pull request's failure is for its author; a branch that is only measured stays green unless it was not measured. */
const ONLY_MEASURED = 'push'

/** Says the verdict everywhere, and returns whether the step is green. */
export async function finishJob(finished: RunResult, job: OpenedJob): Promise<boolean> {
  const { inputs, context, api, log, setOutput } = job
  const { verdict } = finished
  const said = `Verdict: ${verdict.status}. ${verdict.headline}\n\n${verdictText(finished)}`
  log.info(harmlessLog(`${said}\nReports: ${finished.directory}`))
  const artifactName = artifactNameOf(job, finished.report.name)
  await publish(finished, { inputs, context, api, artifactName, log, setOutput })
  if (verdict.status === 'pass') return true
  if (verdict.status === 'fail' && (context.event === ONLY_MEASURED || !inputs['fail-on-regression'])) return true
  log.error(verdict.headline, { title: `retrieval-gate: ${verdict.status}` })
  return false
}
