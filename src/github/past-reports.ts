import { parseBaseline } from '../baseline/read-baseline.ts'
import type { Api } from './api.ts'
import { downloadReport } from './download-report.ts'
import type { RunContext } from './run-context.ts'
import type { PastReport } from './slow-loss.ts'
import { type TrustedRun, trustedRuns } from './trusted-runs.ts'

export interface PastOptions {
  readonly api: Api
  readonly fetch: typeof globalThis.fetch
  readonly context: RunContext
  readonly artifactName: string
  /** `2026-12-31` */
  readonly today: string
}

/** Reports that are looked at, spread over the branch's runs. */
const MOST = 12
const DAY = 86_400_000

/** Earlier reports of the branch that this run is on, as far as their artifacts can still be had; never throws. */
export async function pastReports(options: PastOptions): Promise<PastReport[]> {
  const { api, context } = options
  if (context.workflow === null || context.refName === null) return []
  const runs: TrustedRun[] = []
  try {
    for await (const run of trustedRuns(api, context, context.workflow, context.refName)) runs.push(run)
  } catch {
    return []
  }
  const found = await Promise.all(spread(runs).map((run) => reportOf(options, run).catch(() => null)))
  return found.filter((one) => one !== null)
}

/** At most so many, evenly over the list, the first and the last among them. */
function spread<T>(items: readonly T[]): T[] {
  if (items.length <= MOST) return [...items]
  return Array.from({ length: MOST }, (_, turn) => items[Math.round((turn * (items.length - 1)) / (MOST - 1))]!)
}

async function reportOf(options: PastOptions, { id, commit, createdAt }: TrustedRun): Promise<PastReport | null> {
  const { api, fetch, context, artifactName: name, today } = options
  const { owner, repo } = context
  const { data } = await api.rest.actions.listWorkflowRunArtifacts({ owner, repo, run_id: id, name, per_page: 100 })
  const [artifact] = data.artifacts.filter((one) => one.name === name && !one.expired).sort((a, b) => b.id - a.id)
  if (artifact === undefined) return null
  const download = { owner, repo, artifactId: artifact.id, digest: artifact.digest ?? null }
  const report = parseBaseline((await downloadReport(api, fetch, download)).toString('utf8'), name)
  const days = Math.max(0, Math.floor((Date.parse(`${today}T23:59:59Z`) - Date.parse(createdAt)) / DAY))
  return { report, commit, days }
}
