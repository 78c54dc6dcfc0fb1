import { join } from 'node:path'
import type { Outcome } from '../reports/report.ts'
import { annotationsOf } from './annotations.ts'
import type { Api } from './api.ts'
import { changeAnnotations } from './change-annotations.ts'
import { changedLines } from './changed-lines.ts'
import { explainApiError } from './explain-api-error.ts'
import type { Inputs } from './inputs.ts'
import { isEnterpriseServer } from './is-enterprise-server.ts'
import { knowledgeRoot } from './knowledge-root.ts'
import type { Log } from './log.ts'
import { outputsOf, type Published } from './outputs.ts'
import { type Posted, postComment } from './post-comment.ts'
import type { RunContext } from './run-context.ts'
import { statementOf } from './statement.ts'
import { uploadReport } from './upload-report.ts'
import { writeSummary } from './write-summary.ts'

/** A finished evaluation: its outcome, and the reports, which are on disk in `directory`. */
export interface Finished extends Outcome {
  readonly directory: string
  /** Relative path -> text. */
  readonly files: ReadonlyMap<string, string>
}

export interface PublishOptions {
  readonly inputs: Inputs
  readonly context: RunContext
  /** Null without a token. */
  readonly api: Api | null
  readonly log: Log
  readonly artifactName: string
  setOutput(name: string, value: string): void
}

/**
 * Says the verdict wherever GitHub lets us: summary, artifact, comment, annotations, outputs. The verdict is decided and
 * the reports are on disk by now, so a failure here is a warning and stops nothing.
 */
export async function publish(finished: Finished, options: PublishOptions): Promise<void> {
  const { context, log, setOutput } = options
  const attempt = <T>(what: string, work: () => Promise<T>) => orWarn(log, what, work)
  await attempt('The job summary could not be written', () => writeSummary(textOf(finished, 'summary.md')))
  const [artifactId, commentUrl] = await Promise.all([
    attempt('The report could not be uploaded', () => upload(finished, options)),
    comment(finished, options),
  ])
  await annotate(finished, options)
  const published: Published = { artifactId, artifactUrl: artifactUrl(context, artifactId), commentUrl }
  const outputs = outputsOf(finished, join(finished.directory, 'report.json'), published)
  await attempt('The outputs could not be set', async () => {
    for (const [name, value] of Object.entries(outputs)) setOutput(name, value)
  })
}

/** What broke, loudly, on its line of the eval set; more softly, where in the change that comes from. */
async function annotate(finished: Finished, { inputs, log, api, context }: PublishOptions): Promise<void> {
  const isRed = finished.verdict.status === 'fail' && inputs['fail-on-regression']
  const [loudly, softly] = isRed ? [log.error, log.warning] : [log.warning, log.notice]
  const root = knowledgeRoot(inputs)
  // Where a config without a folder of its own would lie.
  const workingDirectory = knowledgeRoot({ 'working-directory': inputs['working-directory'] })
  for (const { message, place } of annotationsOf(finished, workingDirectory)) loudly(message, place)
  const { commit } = finished.report
  if (finished.verdict.broke.length === 0 || api === null || commit === null) return
  try {
    const changes = await changedLines(api, context, commit)
    for (const { message, place } of changeAnnotations(finished, changes, root)) softly(message, place)
  } catch (error) {
    log.info(`No annotations on changed files: ${explainApiError(error, 'contents: read')}`)
  }
}

async function orWarn<T>(log: Log, what: string, work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    log.warning(`${what}; the verdict stands. ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

async function upload({ directory, files }: Finished, { context, artifactName, inputs, log }: PublishOptions) {
  if (isEnterpriseServer(context.serverUrl)) {
    log.warning('GitHub Enterprise Server takes no artifacts of this kind: the report stays in the workspace')
    return null
  }
  const paths = [...files.keys()].map((path) => join(directory, path))
  return uploadReport({ name: artifactName, directory, files: paths, retentionDays: inputs['retention-days'] })
}

/** The address of the comment; null where none was written, which the log then explains. */
async function comment(finished: Finished, { context, api, inputs, log }: PublishOptions): Promise<string | null> {
  if (context.pullRequest === null || inputs.comment === 'never') return null
  if (api === null) {
    log.warning('No comment: `github-token` is empty. The verdict stands, and the job summary has everything')
    return null
  }
  const { owner, repo, runId, attempt } = context
  const thread = { owner, repo, number: context.pullRequest.number }
  const stamp = { head: context.headSha, runId, attempt }
  try {
    const posted = await postComment(
      api,
      thread,
      stamp,
      statementOf(finished, textOf(finished, 'comment.md')),
      inputs.comment,
    )
    log.info(`Comment: ${describe(posted)}`)
    return posted.url
  } catch (error) {
    const fork = context.pullRequest.fork
      ? ' A pull request from a fork gets a token that may only read; `retrieval-gate init --forks` writes a workflow that comments all the same.'
      : ''
    const why = explainApiError(error, 'pull-requests: write')
    log.warning(`No comment: ${why}.${fork} The verdict stands, and the job summary has everything`)
    return null
  }
}

function describe(posted: Posted): string {
  return posted.url === null ? posted.done : `${posted.done}, ${posted.url}`
}

/** A report's text; it is there unless the run was asked to leave that report out. */
function textOf({ files, verdict }: Finished, name: string): string {
  return files.get(name) ?? `${verdict.headline}\n`
}

function runUrl({ serverUrl, owner, repo, runId }: RunContext): string {
  return `${serverUrl}/${owner}/${repo}/actions/runs/${runId}`
}

function artifactUrl(context: RunContext, id: number | null): string | null {
  return id === null ? null : `${runUrl(context)}/artifacts/${id}`
}
