import { UserError } from '../errors.ts'
import type { Api } from './api.ts'
import { explainApiError } from './explain-api-error.ts'
import type { RunContext } from './run-context.ts'
import { type TrustedRun, trustedRuns } from './trusted-runs.ts'

/** An artifact with a report that may serve as the baseline. */
export interface BaselineArtifact {
  readonly id: number
  readonly runId: number
  /** The commit that its report is of. */
  readonly commit: string
  /** How many commits lie between it and the wanted one: 0 is the wanted commit itself. */
  readonly distance: number
  /** `sha256:...` of the zip, where GitHub tells. */
  readonly digest: string | null
}

/** What is wanted, and why nothing was found so far; `misses` is added to while candidates are asked for. */
export interface BaselineSearch {
  readonly context: RunContext
  readonly workflow: string
  readonly branch: string
  readonly commit: string
  readonly artifactName: string
  readonly misses: string[]
}

/** Commits before the wanted one whose report is still near enough. */
const ANCESTORS = 100
/** Runs whose artifacts are asked for, before giving up. */
const RUNS = 20

/**
 * The artifacts of trusted runs for the wanted commit, then for its nearest ancestors, nearest first.
 * @throws UserError where GitHub cannot be asked: that is no reason to pass without a comparison
 */
export async function* baselineArtifacts(api: Api, search: BaselineSearch): AsyncGenerator<BaselineArtifact> {
  try {
    let asked = 0
    for await (const { run, distance } of nearestRuns(api, search)) {
      if (++asked > RUNS) {
        search.misses.push(`the reports of the ${RUNS} nearest runs are gone`)
        return
      }
      const artifact = await artifactOf(api, search, run)
      if (artifact !== null) yield { ...artifact, runId: run.id, commit: run.commit, distance }
    }
    if (asked === 0)
      search.misses.push(
        `no successful run of ${search.workflow} for ${short(search.commit)} or a commit before it on ${search.branch}`,
      )
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError({
      what: 'The baseline could not be looked for',
      found: explainApiError(error, 'actions: read'),
      hint: '`baseline: none` evaluates without one, `baseline: PATH` takes a report from the repository',
    })
  }
}

async function* nearestRuns(api: Api, search: BaselineSearch): AsyncGenerator<{ run: TrustedRun; distance: number }> {
  const others: TrustedRun[] = []
  for await (const run of trustedRuns(api, search.context, search.workflow, search.branch)) {
    if (run.commit === search.commit) yield { run, distance: 0 }
    else others.push(run)
  }
  if (others.length === 0) return
  const distances = await ancestors(api, search)
  const near = others.flatMap((run) => {
    const distance = distances.get(run.commit)
    return distance === undefined ? [] : [{ run, distance }]
  })
  yield* near.sort((a, b) => a.distance - b.distance || b.run.id - a.run.id)
}

/** Each of the latest commits that the wanted one contains -> how many came after it. */
async function ancestors(api: Api, { context: { owner, repo }, commit }: BaselineSearch): Promise<Map<string, number>> {
  const { data } = await api.rest.repos.listCommits({ owner, repo, sha: commit, per_page: ANCESTORS })
  return new Map(data.map(({ sha }, index) => [sha, index]))
}

/** The newest of a run's artifacts of that name: every attempt of a run may have left one. */
async function artifactOf(api: Api, search: BaselineSearch, run: TrustedRun) {
  const { owner, repo } = search.context
  const name = search.artifactName
  const options = { owner, repo, run_id: run.id, name, per_page: 100 }
  const { data } = await api.rest.actions.listWorkflowRunArtifacts(options)
  const named = data.artifacts.filter((artifact) => artifact.name === name)
  const [newest] = named.filter(({ expired }) => !expired).sort((a, b) => b.id - a.id)
  if (newest !== undefined) return { id: newest.id, digest: newest.digest ?? null }
  search.misses.push(
    `the run for ${short(run.commit)} ${named.length > 0 ? 'has an expired report' : `has no artifact ${name}`}`,
  )
  return null
}

/** A commit as people write it. */
export function short(commit: string): string {
  return commit.slice(0, 7)
}
