import { harmlessLog } from '../../github/harmless-log.ts'
import { pastReports } from '../../github/past-reports.ts'
import { publish } from '../../github/publish.ts'
import { slowLoss } from '../../github/slow-loss.ts'
import { writeSummary } from '../../github/write-summary.ts'
import type { RunResult } from '../../pipeline.ts'
import { markdownProse } from '../../reports/markdown-text.ts'
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
  await tellSlowLoss(finished, artifactName, job)
  if (verdict.status === 'pass') return true
  if (verdict.status === 'fail' && (context.event === ONLY_MEASURED || !inputs['fail-on-regression'])) return true
  log.error(verdict.headline, { title: `retrieval-gate: ${verdict.status}` })
  return false
}

/** A branch that is measured is also held against its own past: a loss in small steps fails no pull request. */
async function tellSlowLoss({ report }: RunResult, artifactName: string, job: OpenedJob): Promise<void> {
  const { api, context, log, cwd } = job
  const { fetch, today } = job.ports(cwd)
  if (api === null || context.against !== null || today === undefined) return
  const sentences = slowLoss(report, await pastReports({ api, fetch, context, artifactName, today }))
  for (const sentence of sentences) log.info(harmlessLog(sentence))
  const text = sentences.map((sentence) => `${markdownProse(sentence)}\n`).join('\n')
  if (text !== '') await writeSummary(`\n#### Over time\n\n${text}`).catch(() => {})
}
