import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OverTime } from '../../src/baseline/over-time-schema.ts'
import type { EvaluationReport } from '../../src/baseline/report-schema.ts'
import type { Baseline } from '../../src/baseline/resolve-baseline.ts'
import { openApi } from '../../src/github/api.ts'
import { type PastOptions, pastReports } from '../../src/github/past-reports.ts'
import { readRunContext } from '../../src/github/run-context.ts'
import { breaking, reportOf, simpleSide } from '../comparison/sides.ts'
import { makeZip } from '../support/github/make-zip.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'

const NAME = 'retrieval-gate-test'
const report = reportOf(breaking(simpleSide(20), 1))
const zipped = (one: EvaluationReport) => makeZip([{ name: 'report.json', content: JSON.stringify(one) }])
const content = zipped(report)
const standing = (kind: OverTime['kind'], artifact: number): OverTime => ({
  kind,
  artifact,
  commit: 'd'.repeat(40),
  date: '2026-10-20',
  strategy: 'bm25',
  metric: 'ndcg@10',
  questions: 20,
  before: 1,
  now: 0.9,
})

let github: GitHubStandIn
beforeEach(async () => {
  github = await GitHubStandIn.start()
})
afterEach(() => github.stop())

async function options(event: 'push' | 'pull_request'): Promise<PastOptions> {
  const env = {
    GITHUB_EVENT_NAME: event,
    GITHUB_REPOSITORY: 'octo/docs',
    GITHUB_SHA: 'a'.repeat(40),
    GITHUB_RUN_ID: '99999',
    GITHUB_REF_NAME: 'main',
    GITHUB_WORKFLOW_REF: 'octo/docs/.github/workflows/gate.yml@refs/heads/main',
  }
  const pull_request = { number: 5, head: { sha: 'b'.repeat(40) }, base: { ref: 'main' } }
  const context = readRunContext(env, { pull_request })
  const api = await openApi('token', github.url, async () => {})
  return { api, fetch, context, artifactName: NAME, today: '2026-12-01' }
}

function published(created_at: string, more: object = {}): number {
  const { id: runId } = github.state.addRun({ head_sha: 'b'.repeat(40), created_at })
  return github.state.addArtifact({ runId, name: NAME, content, ...more }).id
}

describe('a run that measures the branch', () => {
  const found = async () => pastReports(await options('push'), null)

  it('looks at the reports of trusted runs whose artifacts are still there, with their age', async () => {
    const artifact = published('2026-11-30T10:00:00Z')
    published('2026-10-01T10:00:00Z')
    published('2026-09-01T10:00:00Z', { expired: true })
    published('2026-08-01T10:00:00Z', { content: Buffer.from('no archive') })
    github.state.addRun({ head_sha: 'c'.repeat(40), head_repository: { full_name: 'stranger/docs' } })
    const reports = await found()
    expect(reports.map(({ days }) => days).sort()).toEqual([1, 61])
    expect(reports).toContainEqual({ report, artifact, commit: 'b'.repeat(40), date: '2026-11-30', days: 1 })
  })

  it('looks at twelve at most, the newest and the oldest among them', async () => {
    for (let month = 1; month <= 11; month++)
      for (const day of ['01', '15']) published(`2026-${String(month).padStart(2, '0')}-${day}T10:00:00Z`)
    const days = (await found()).map((one) => one.days)
    expect(days).toHaveLength(12)
    expect(Math.min(...days)).toBe(16)
    expect(Math.max(...days)).toBe(334)
  })

  it('looks also at the best one that the newest knew of', async () => {
    const { id } = github.state.addArtifact({ runId: 1, name: NAME, content })
    const newest = published('2026-11-30T10:00:00Z', {
      content: zipped({ ...report, overTime: [standing('best', id)] }),
    })
    expect((await found()).map(({ artifact, days }) => [artifact, days])).toEqual([
      [newest, 1],
      [id, 42],
    ])
  })

  it('looks at none where GitHub does not tell: that decides nothing', async () => {
    published('2026-11-30T10:00:00Z')
    github.state.tokens.set('token', { login: 'x', permissions: {} })
    expect(await found()).toEqual([])
  })
})

describe('a pull request', () => {
  const found = async (baseline: Partial<Baseline>, more: Partial<PastOptions> = {}) =>
    pastReports(
      { ...(await options('pull_request')), ...more },
      { report, label: 'main', source: 'artifact', note: '', ...baseline },
    )
  const naming = (...standings: OverTime[]) => ({ report: { ...report, overTime: standings } })

  it('asks for the two reports that its baseline names, and for nothing else', async () => {
    published('2026-11-30T10:00:00Z')
    const best = github.state.addArtifact({ runId: 1, name: NAME, content }).id
    const month = github.state.addArtifact({ runId: 2, name: NAME, content }).id
    const reports = await found(naming(standing('best', best), standing('month', month)))
    expect(reports).toEqual(
      [best, month].map((artifact) => ({ report, artifact, commit: 'd'.repeat(40), date: '2026-10-20', days: 42 })),
    )
    expect(github.calls.filter((call) => call.includes('/repos/')).sort()).toEqual(
      [best, month].map((id) => `GET /repos/octo/docs/actions/artifacts/${id}/zip`),
    )
  })

  it('asks once where both are one run', async () => {
    const { id } = github.state.addArtifact({ runId: 1, name: NAME, content })
    expect(await found(naming(standing('best', id), standing('month', id)))).toHaveLength(1)
  })

  it('goes without the one that has expired, is gone, or is no report', async () => {
    const fine = github.state.addArtifact({ runId: 1, name: NAME, content }).id
    const expired = github.state.addArtifact({ runId: 1, name: NAME, content, expired: true }).id
    const broken = github.state.addArtifact({ runId: 1, name: NAME, content: Buffer.from('no archive') }).id
    for (const other of [expired, broken, 12_345_678]) {
      const reports = await found(naming(standing('best', other), standing('month', fine)))
      expect(reports.map(({ artifact }) => artifact)).toEqual([fine])
    }
  })

  it('asks nothing without a baseline, with one that names none, and with one that is not of a trusted run', async () => {
    const { id } = github.state.addArtifact({ runId: 1, name: NAME, content })
    expect(await pastReports(await options('pull_request'), null)).toEqual([])
    expect(await found({})).toEqual([])
    expect(await found({ ...naming(standing('best', id)), source: 'file' })).toEqual([])
    expect(github.calls).toEqual([])
  })

  it('does not wait for a storage that does not answer', async () => {
    const { id } = github.state.addArtifact({ runId: 1, name: NAME, content })
    const silent = () => new Promise<never>(() => {})
    expect(await found(naming(standing('best', id)), { fetch: silent, patience: 1 })).toEqual([])
  })
})
