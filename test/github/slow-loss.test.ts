import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openApi } from '../../src/github/api.ts'
import { pastReports } from '../../src/github/past-reports.ts'
import { readRunContext } from '../../src/github/run-context.ts'
import { slowLoss } from '../../src/github/slow-loss.ts'
import { breaking, reportOf, simpleSide } from '../comparison/sides.ts'
import { makeZip } from '../support/github/make-zip.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'

const side = simpleSide(20)
const losing = (broken: number) => reportOf(breaking(side, broken))
const past = (broken: number, days: number, commit = String(days).repeat(40)) => ({
  report: losing(broken),
  days,
  commit,
})

describe('a loss in small steps', () => {
  it('is told against the best run and against 30 days ago', () => {
    expect(
      slowLoss(losing(4), [
        past(3, 1),
        past(2, 9),
        past(0, 20, 'b'.repeat(40)),
        past(1, 31, 'c'.repeat(40)),
        past(2, 60),
      ]),
    ).toEqual([
      'Against the best run known: `bm25` ndcg@10 1.000 (bbbbbbb, 20 days ago) → 0.800 (−0.200), over 20 shared questions.',
      'Against 30 days ago: `bm25` ndcg@10 0.950 (ccccccc, 31 days ago) → 0.800 (−0.150), over 20 shared questions.',
    ])
  })

  it('is over the questions that both asked', () => {
    const other = reportOf({
      ...side,
      queries: side.queries.map((query, index) => (index < 5 ? query : { ...query, text: 'other' })),
    })
    expect(slowLoss(losing(1), [{ report: other, days: 3, commit: 'a'.repeat(40) }])).toEqual([
      'Against the best run known: `bm25` ndcg@10 1.000 (aaaaaaa, 3 days ago) → 0.800 (−0.200), over 5 shared questions.',
    ])
  })

  it('is not told without an earlier report', () => {
    expect(slowLoss(losing(1), [])).toEqual([])
  })
})

describe('earlier reports', () => {
  let github: GitHubStandIn
  beforeEach(async () => {
    github = await GitHubStandIn.start()
  })
  afterEach(() => github.stop())

  const found = async () => {
    const env = {
      GITHUB_EVENT_NAME: 'push',
      GITHUB_REPOSITORY: 'octo/docs',
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_RUN_ID: '99999',
      GITHUB_REF_NAME: 'main',
      GITHUB_WORKFLOW_REF: 'octo/docs/.github/workflows/gate.yml@refs/heads/main',
    }
    const api = await openApi('token', github.url, async () => {})
    const context = readRunContext(env, {})
    return pastReports({ api, fetch, context, artifactName: 'retrieval-gate-test', today: '2026-12-01' })
  }
  const content = makeZip([{ name: 'report.json', content: JSON.stringify(losing(1)) }])
  const published = (created_at: string, more: object = {}) => {
    const { id: runId } = github.state.addRun({ head_sha: 'b'.repeat(40), created_at })
    github.state.addArtifact({ runId, name: 'retrieval-gate-test', content, ...more })
  }

  it('are those of trusted runs whose artifacts are still there, with their age', async () => {
    published('2026-11-30T10:00:00Z')
    published('2026-10-01T10:00:00Z')
    published('2026-09-01T10:00:00Z', { expired: true })
    published('2026-08-01T10:00:00Z', { content: Buffer.from('no archive') })
    github.state.addRun({ head_sha: 'c'.repeat(40), head_repository: { full_name: 'stranger/docs' } })
    expect((await found()).map(({ days }) => days).sort()).toEqual([1, 61])
  })

  it('are at most twelve, the newest and the oldest among them', async () => {
    for (let month = 1; month <= 11; month++)
      for (const day of ['01', '15']) published(`2026-${String(month).padStart(2, '0')}-${day}T10:00:00Z`)
    const days = (await found()).map((one) => one.days)
    expect(days).toHaveLength(12)
    expect(Math.min(...days)).toBe(16)
    expect(Math.max(...days)).toBe(334)
  })

  it('are none where GitHub does not tell: that decides nothing', async () => {
    published('2026-11-30T10:00:00Z')
    github.state.tokens.set('token', { login: 'x', permissions: {} })
    expect(await found()).toEqual([])
  })
})
