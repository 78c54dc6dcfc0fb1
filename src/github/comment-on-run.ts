import { UserError } from '../errors.ts'
import { comment } from '../reports/comment.ts'
import type { Outcome } from '../reports/report.ts'
import type { Api } from './api.ts'
import { type Download, downloadReport, UnusableArtifact } from './download-report.ts'
import { isShardArtifact } from './download-shards.ts'
import { explainApiError } from './explain-api-error.ts'
import type { Inputs } from './inputs.ts'
import { type JudgedRun, judgedRun } from './judged-run.ts'
import { knowledgeRoot } from './knowledge-root.ts'
import type { Log } from './log.ts'
import { postComment } from './post-comment.ts'
import { readOutcome } from './read-outcome.ts'
import type { Runner } from './runner.ts'
import { statementOf } from './statement.ts'

export interface CommentOptions {
  readonly api: Api
  readonly fetch: typeof globalThis.fetch
  readonly inputs: Inputs
  readonly runner: Runner
  readonly payload: unknown
  readonly log: Log
  setOutput(name: string, value: string): void
}

/** Gates of one repository that are commented on: a stranger's run may have uploaded any number. */
const MOST = 5
const PREFIX = 'retrieval-gate-'

/**
 * Comments for a run that was not allowed to: reads the report that it uploaded, checks every value, and renders the
 * comment anew. The pull request is the one that GitHub names; nothing of the change is checked out or run.
 * @throws UserError where GitHub cannot be asked, or the artifact is no report
 */
export async function commentOnRun(options: CommentOptions): Promise<void> {
  const { api, runner, payload, log, setOutput } = options
  const judged = await asking('actions: read, pull-requests: write', () => judgedRun(api, runner, payload))
  if ('nothing' in judged) return log.notice(`No comment: ${judged.nothing}`)
  const artifacts = await asking('actions: read', () => reportsOf(options, judged.run))
  if (artifacts.length === 0) return log.notice(`No comment: run ${judged.run.runId} uploaded no report`)
  for (const artifact of artifacts) {
    const outcome = await outcomeOf(options, judged.run, artifact)
    const url = await say(options, judged.run, judged.pull, outcome)
    setOutput('verdict', outcome.verdict.status)
    setOutput('comment-url', url ?? '')
  }
}

interface ReportArtifact {
  readonly id: number
  readonly name: string
  readonly digest: string | null
}

/** The run's reports, one for each name, the newest. */
async function reportsOf(
  { api, runner: { owner, repo }, inputs, log }: CommentOptions,
  { runId }: JudgedRun,
): Promise<ReportArtifact[]> {
  const { data } = await api.rest.actions.listWorkflowRunArtifacts({ owner, repo, run_id: runId, per_page: 100 })
  const wanted = inputs['artifact-name']
  const newest = new Map<string, ReportArtifact>()
  for (const { id, name, expired, digest } of data.artifacts.toSorted((a, b) => a.id - b.id)) {
    const isReport = wanted === undefined ? name.startsWith(PREFIX) && !isShardArtifact(name) : name === wanted
    if (isReport && !expired) newest.set(name, { id, name, digest: digest ?? null })
  }
  if (newest.size > MOST) log.warning(`Only the first ${MOST} of ${newest.size} reports are commented on`)
  return [...newest.values()].slice(0, MOST)
}

async function outcomeOf(
  { api, fetch, runner: { owner, repo, serverUrl }, inputs }: CommentOptions,
  { runId, headSha }: JudgedRun,
  { id, name, digest }: ReportArtifact,
): Promise<Outcome> {
  const repository = `${serverUrl}/${owner}/${repo}`
  const run = `${repository}/actions/runs/${runId}`
  const download: Download = { owner, repo, artifactId: id, digest }
  try {
    const text = (await downloadReport(api, fetch, download)).toString('utf8')
    return readOutcome(text, 'report.json', { repository, commit: headSha, root: knowledgeRoot(inputs), run })
  } catch (error) {
    const found = error instanceof UnusableArtifact || error instanceof UserError ? error.message : null
    throw new UserError({
      what: `The report ${JSON.stringify(name)} of run ${runId} cannot be used; nothing was commented`,
      found: found ?? explainApiError(error, 'actions: read'),
    })
  }
}

async function say(
  { api, runner: { owner, repo }, inputs, log }: CommentOptions,
  { runId, attempt, headSha }: JudgedRun,
  number: number,
  outcome: Outcome,
): Promise<string | null> {
  const files = await comment.render(outcome, { timing: true })
  const thread = { owner, repo, number }
  const statement = statementOf(outcome, files.get('comment.md') ?? '')
  const stamp = { head: headSha, runId, attempt }
  const posted = await asking('pull-requests: write', () => postComment(api, thread, stamp, statement, inputs.comment))
  log.info(`Comment: ${posted.url === null ? posted.done : `${posted.done}, ${posted.url}`}`)
  return posted.url
}

async function asking<T>(permission: string, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError({
      what: 'The comment could not be written',
      found: explainApiError(error, permission),
    })
  }
}
