import { commentMarker } from '../reports/comment.ts'
import { markdownProse } from '../reports/markdown-text.ts'
import { statusMark } from '../reports/status-mark.ts'
import type { Api } from './api.ts'
import { explainApiError } from './explain-api-error.ts'
import type { Inputs } from './inputs.ts'
import type { Log } from './log.ts'
import { nothingEvaluated } from './outputs.ts'
import { postComment } from './post-comment.ts'
import type { RunContext } from './run-context.ts'
import { writeSummary } from './write-summary.ts'

export interface UnaffectedPass {
  /** Name of the gate. */
  readonly name: string
  readonly why: string
}

export interface PublishOptions {
  readonly inputs: Inputs
  readonly context: RunContext
  readonly api: Api
  readonly log: Log
  setOutput(name: string, value: string): void
}

/** Says that nothing was evaluated, and why; a comment that is there already is brought up to date, none is made. */
export async function publishUnaffected({ name, why }: UnaffectedPass, options: PublishOptions): Promise<void> {
  const { log, setOutput } = options
  log.info(`Verdict: pass. ${why}`)
  const text = `### ${statusMark('pass')} Retrieval is not touched\n\n${markdownProse(why)}\n`
  await writeSummary(text).catch((error: unknown) => log.warning(`The job summary could not be written: ${error}`))
  for (const [output, value] of Object.entries(nothingEvaluated())) setOutput(output, value)
  await updateComment(`${text}\n${commentMarker(name)}\n`, name, options)
}

async function updateComment(body: string, name: string, { inputs, context, api, log, setOutput }: PublishOptions) {
  if (context.pullRequest === null || inputs.comment === 'never') return
  const { owner, repo, headSha: head, runId, attempt, pullRequest } = context
  const statement = { marker: commentMarker(name), body, resolved: body, failing: false, changed: false }
  try {
    const thread = { owner, repo, number: pullRequest.number }
    const posted = await postComment(api, thread, { head, runId, attempt }, statement, 'failure')
    setOutput('comment-url', posted.url ?? '')
  } catch (error) {
    log.warning(`The comment was not brought up to date: ${explainApiError(error, 'pull-requests: write')}`)
  }
}
