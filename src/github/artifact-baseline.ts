import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { ProvidedBaseline } from '../baseline/resolve-baseline.ts'
import { UserError } from '../errors.ts'
import type { Api } from './api.ts'
import { type Download, downloadReport, UnusableArtifact } from './download-report.ts'
import { explainApiError } from './explain-api-error.ts'
import { type BaselineArtifact, baselineArtifacts, short } from './find-baseline.ts'
import { mergeBase } from './merge-base.ts'
import { retrying } from './retrying.ts'
import type { RunContext } from './run-context.ts'

/** Why a run that only evaluates is compared with nothing. */
export function measuredOnly(event: string): string {
  return `nothing to compare with: a ${event} run makes the next baseline`
}

export interface ArtifactBaselineOptions {
  readonly api: Api
  readonly fetch: typeof globalThis.fetch
  readonly context: RunContext
  readonly artifactName: string
  /** The commit that was evaluated, where it is known; the event's own commits are tried after it. */
  readonly evaluated: string | null
  /** Where downloaded reports go. */
  readonly folder: string
  /** Says whether a downloaded report can be compared with, by throwing where it cannot. */
  validate(path: string): Promise<unknown>
  wait?(ms: number): Promise<unknown>
}

/**
 * The report that a trusted run uploaded for the commit that this change starts from, else for the nearest one before it.
 * @throws UserError where GitHub cannot be asked or the download fails: nothing may pass because it was not compared
 */
export async function artifactBaseline(options: ArtifactBaselineOptions): Promise<ProvidedBaseline> {
  const { api, context, artifactName } = options
  if (context.against === null) return { none: measuredOnly(context.event) }
  if (context.workflow === null)
    return { none: 'the runner does not tell which workflow this is (GITHUB_WORKFLOW_REF)' }
  const { branch } = context.against
  const commit = await wantedCommit(options, branch)
  const misses: string[] = []
  const search = { context, workflow: context.workflow, branch, commit, artifactName, misses }
  for await (const artifact of baselineArtifacts(api, search)) {
    const path = join(options.folder, String(artifact.id), 'report.json')
    const problem = await obtain(options, artifact, path)
    if (problem === null) return { path, ...describe(artifact, branch, commit, misses) }
    misses.push(`the report for ${short(artifact.commit)} cannot be used (${problem})`)
  }
  const none = `no baseline for ${branch}: ${misses.join('; ')}. The next successful run on ${branch} makes one`
  return { none, recompute: { commit, branch } }
}

async function wantedCommit({ api, context, evaluated }: ArtifactBaselineOptions, branch: string): Promise<string> {
  const heads = [evaluated, context.mergedSha, context.headSha].filter((sha) => sha !== null)
  return context.against?.commit ?? mergeBase(api, context, branch, heads)
}

/** Downloads, keeps and validates; returns what makes the report unusable. */
async function obtain(
  options: ArtifactBaselineOptions,
  artifact: BaselineArtifact,
  path: string,
): Promise<string | null> {
  const { owner, repo } = options.context
  const report = await download(options, { owner, repo, artifactId: artifact.id, digest: artifact.digest })
  if (report instanceof UnusableArtifact) return report.message
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, report)
  return problemOf(options, path)
}

async function download(options: ArtifactBaselineOptions, what: Download): Promise<Buffer | UnusableArtifact> {
  const once = () => downloadReport(options.api, options.fetch, what)
  try {
    return await retrying(once, (error) => !(error instanceof UnusableArtifact), options.wait ?? setTimeout)
  } catch (error) {
    if (error instanceof UnusableArtifact) return error
    throw new UserError({
      what: 'The baseline was found and could not be downloaded',
      found: explainApiError(error, 'actions: read'),
      hint: 'run the job again',
    })
  }
}

async function problemOf({ validate }: ArtifactBaselineOptions, path: string): Promise<string | null> {
  try {
    await validate(path)
    return null
  } catch (error) {
    if (error instanceof UserError) return error.explanation.what
    throw error
  }
}

function describe(artifact: BaselineArtifact, branch: string, commit: string, misses: readonly string[]) {
  const { distance, runId } = artifact
  const where = distance === 0 ? '' : `, ${distance} ${distance === 1 ? 'commit' : 'commits'} before ${short(commit)}`
  const reasons = misses.length === 0 && distance > 0 ? [`no successful run for ${short(commit)} yet`] : misses
  const why = reasons.length === 0 ? '' : ` (not nearer: ${reasons.join('; ')})`
  return {
    label: `${branch} at ${short(artifact.commit)}`,
    commit: artifact.commit,
    note: `the report of run ${runId} for ${branch} at ${short(artifact.commit)}${where}${why}`,
  }
}
