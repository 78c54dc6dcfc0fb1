import { setTimeout } from 'node:timers/promises'
import { parseBaseline } from '../baseline/read-baseline.ts'
import type { Baseline } from '../baseline/resolve-baseline.ts'
import type { PastReport } from '../comparison/slow-loss.ts'
import type { Api } from './api.ts'
import { downloadReport } from './download-report.ts'
import type { RunContext } from './run-context.ts'
import { type TrustedRun, trustedRuns } from './trusted-runs.ts'

export interface PastOptions {
  readonly api: Api
  readonly fetch: typeof globalThis.fetch
  readonly context: RunContext
  readonly artifactName: string
  /** `2026-12-31` */
  readonly today: string
  /** Milliseconds that are waited for all of them; 30,000 unless given. */
  readonly patience?: number
}

/** Reports that are looked at, spread over the branch's runs. */
const MOST = 12
const DAY = 86_400_000
const PATIENCE = 30_000

/**
 * Earlier reports of the base branch, as far as their artifacts can still be had; never throws, for it decides nothing. A run
 * that measures the branch looks for them among its runs, and names the telling ones in its report; a change that is
 * compared with such a report asks for those alone.
 * @param baseline what the run is compared with
 */
export async function pastReports(options: PastOptions, baseline: Baseline | null): Promise<PastReport[]> {
  const work = options.context.against === null ? ofBranch(options) : namedBy(options, baseline)
  const done = new AbortController()
  const tooLong = setTimeout(options.patience ?? PATIENCE, [], { signal: done.signal })
  try {
    return await Promise.race([work, tooLong])
  } catch {
    return []
  } finally {
    done.abort()
  }
}

async function ofBranch(options: PastOptions): Promise<PastReport[]> {
  const { api, context } = options
  if (context.workflow === null || context.refName === null) return []
  const runs: TrustedRun[] = []
  for await (const run of trustedRuns(api, context, context.workflow, context.refName)) runs.push(run)
  const found = await all(spread(runs).map((run) => reportOfRun(options, run)))
  const [newest] = found
  return [...found, ...(await namedIn(options, newest, found))]
}

/** The best run that the newest one knew of: what each hands on to the next is not lost between those that are looked at. */
async function namedIn(options: PastOptions, newest: PastReport | undefined, found: readonly PastReport[]) {
  const best = newest?.report.overTime?.find(({ kind }) => kind === 'best')
  if (best === undefined || found.some(({ artifact }) => artifact === best.artifact)) return []
  return all([download(options, best)])
}

/** Only a report that a trusted run uploaded is believed about others. */
async function namedBy(options: PastOptions, baseline: Baseline | null): Promise<PastReport[]> {
  if (baseline?.source !== 'artifact') return []
  const named = new Map((baseline.report?.overTime ?? []).map((one) => [one.artifact, one]))
  return all([...named.values()].map((one) => download(options, one)))
}

async function all(reports: readonly Promise<PastReport | null>[]): Promise<PastReport[]> {
  const found = await Promise.all(reports.map((report) => report.catch(() => null)))
  return found.filter((one) => one !== null)
}

/** At most so many, evenly over the list, the first and the last among them. */
function spread<T>(items: readonly T[]): T[] {
  if (items.length <= MOST) return [...items]
  return Array.from({ length: MOST }, (_, turn) => items[Math.round((turn * (items.length - 1)) / (MOST - 1))]!)
}

async function reportOfRun(options: PastOptions, { id, commit, createdAt }: TrustedRun): Promise<PastReport | null> {
  const { api, context, artifactName: name } = options
  const { owner, repo } = context
  const { data } = await api.rest.actions.listWorkflowRunArtifacts({ owner, repo, run_id: id, name, per_page: 100 })
  const [artifact] = data.artifacts.filter((one) => one.name === name && !one.expired).sort((a, b) => b.id - a.id)
  if (artifact === undefined) return null
  const { id: newest, digest = null } = artifact
  return download(options, { artifact: newest, commit, date: createdAt.slice(0, 10), digest })
}

interface Named extends Pick<PastReport, 'artifact' | 'commit' | 'date'> {
  readonly digest?: string | null
}

async function download(options: PastOptions, { artifact, commit, date, digest = null }: Named): Promise<PastReport> {
  const { api, fetch, context, artifactName, today } = options
  const { owner, repo } = context
  const content = await downloadReport(api, fetch, { owner, repo, artifactId: artifact, digest })
  const report = parseBaseline(content.toString('utf8'), artifactName)
  const days = Math.max(0, Math.round((Date.parse(today) - Date.parse(date)) / DAY))
  return { report, artifact, commit, date, days }
}
