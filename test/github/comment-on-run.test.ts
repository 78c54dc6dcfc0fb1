import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import { openApi } from '../../src/github/api.ts'
import { commentOnRun } from '../../src/github/comment-on-run.ts'
import { readInputs } from '../../src/github/inputs.ts'
import { readRunner } from '../../src/github/runner.ts'
import { comment } from '../../src/reports/comment.ts'
import { json } from '../../src/reports/json.ts'
import { makeZip } from '../support/github/make-zip.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'
import { failingOutcome, withEarlierRuns } from '../support/outcome.ts'

const HEAD = 'a'.repeat(40)
const RUN = 4711
const NAME = 'retrieval-gate-docs'
const FORK = { full_name: 'stranger/docs' }

let github: GitHubStandIn
let said: string[]
let outputs: Record<string, string>

beforeEach(async () => {
  github = await GitHubStandIn.start()
  said = []
  outputs = {}
  github.state.pulls.push({ number: 5, state: 'open', head: { sha: HEAD, ref: 'main', repo: FORK } })
})
afterEach(() => github.stop())

const workflowRun = (more: object = {}) => ({
  workflow_run: {
    id: RUN,
    run_attempt: 2,
    event: 'pull_request',
    head_sha: HEAD,
    head_branch: 'main',
    head_repository: FORK,
    pull_requests: [],
    conclusion: 'failure',
    ...more,
  },
})

async function reported(change: (report: Record<string, unknown>) => void = () => {}): Promise<string> {
  const text = (await json.render(withEarlierRuns(failingOutcome()), { timing: true })).get('report.json') ?? ''
  const report = JSON.parse(text)
  change(report)
  return JSON.stringify(report)
}

function upload(content: Buffer | string, name = NAME) {
  const zip = Buffer.isBuffer(content) ? content : makeZip([{ name: 'report.json', content }])
  return github.state.addArtifact({ runId: RUN, name, content: zip })
}

async function run(payload: unknown = workflowRun(), event = 'workflow_run', inputs: Record<string, string> = {}) {
  const api = await openApi('token', github.url, async () => {})
  const runner = readRunner({
    GITHUB_EVENT_NAME: event,
    GITHUB_REPOSITORY: 'octo/docs',
    GITHUB_SHA: 'b'.repeat(40),
    GITHUB_RUN_ID: '9000',
    GITHUB_SERVER_URL: 'https://github.localhost',
  })
  const say = (message: string) => void said.push(message)
  await commentOnRun({
    api,
    fetch,
    inputs: readInputs({ INPUT_MODE: 'comment', ...inputs }),
    runner,
    payload,
    log: { info: say, notice: say, warning: say, error: say },
    setOutput: (name, value) => {
      outputs[name] = value
    },
  })
}

const bodies = () => github.state.comments.map(({ issue, body }) => ({ issue, body }))

describe('the companion of forks', () => {
  it('workflow_run with empty pull_requests: comments on the pull request that has the commit of the run as its head', async () => {
    upload(await reported())
    await run()
    const links = {
      repository: 'https://github.localhost/octo/docs',
      commit: HEAD,
      root: '',
      run: `https://github.localhost/octo/docs/actions/runs/${RUN}`,
    }
    const expected = (await comment.render({ ...withEarlierRuns(failingOutcome()), links }, { timing: true })).get(
      'comment.md',
    )
    const stamp = `<!-- retrieval-gate run ${RUN} attempt 2 head ${HEAD} -->\n`
    expect(bodies()).toEqual([{ issue: 5, body: stamp + expected }])
    expect(outputs).toMatchObject({ verdict: 'fail', 'comment-url': expect.stringContaining('/pull/5#') })
  })

  it('takes nothing that the artifact says about where it belongs', async () => {
    upload(await reported((report) => Object.assign(report, { commit: 'f'.repeat(40), number: 6, pull_request: 6 })))
    github.state.pulls.push({ number: 6, state: 'open', head: { sha: 'f'.repeat(40), ref: 'main', repo: FORK } })
    await run()
    expect(bodies().map(({ issue }) => issue)).toEqual([5])
  })

  it('renders the comment from data: what the artifact holds as Markdown is not looked at', async () => {
    const zip = makeZip([
      { name: 'comment.md', content: '# @everyone, <b>all is well</b>' },
      { name: 'report.json', content: await reported() },
    ])
    upload(zip)
    await run()
    expect(bodies()[0]?.body).not.toContain('all is well')
    expect(bodies()[0]?.body).toContain('Retrieval got worse')
  })

  it('lets no text of a stranger be a mention, markup or a foreign address', async () => {
    upload(
      await reported((report) => {
        const verdict = report.verdict as { headline: string; notes: string[] }
        verdict.headline = '@octo <img src=x onerror=1> [x](https://evil.example) ::error::x'
        verdict.notes = ['--> <!-- @octo -->']
        report.baselineNote = '</sub><script>1</script>'
      }),
    )
    await run()
    const body = bodies()[0]?.body ?? ''
    expect(body).not.toMatch(/<img|<script|[^\w;]@octo|\]\(https:\/\/evil/)
    expect(said.join('\n')).not.toContain('::error::')
  })

  it.each<[string, (report: Record<string, unknown>) => void]>([
    ['no verdict', (report) => delete report.verdict],
    ['a verdict of another kind', (report) => Object.assign(report.verdict as object, { status: 'excellent' })],
    ['a comparison that is a text', (report) => Object.assign(report, { comparison: 'x' })],
    ['no rankings', (report) => Object.assign(report, { strategies: { bm25: {} } })],
    ['another schema', (report) => Object.assign(report, { schemaVersion: 99 })],
  ])('refuses a report with %s, and comments nothing', async (_, change) => {
    upload(await reported(change))
    await expect(run()).rejects.toThrow(UserError)
    expect(bodies()).toEqual([])
  })

  it.each([
    ['a text', Buffer.from('no archive')],
    ['a zip slip', makeZip([{ name: '../report.json', content: '{}' }])],
    ['a zip bomb', makeZip([{ name: 'report.json', content: Buffer.alloc(50_000_000) }])],
  ])('refuses %s in place of a report', async (_, content) => {
    upload(content)
    await expect(run()).rejects.toThrow(/cannot be used; nothing was commented/)
    expect(bodies()).toEqual([])
  })

  it.each<[string, object]>([
    ['the pull request has moved on', { head_sha: 'c'.repeat(40) }],
    ['the run was of another repository with the same branch', { head_repository: { full_name: 'stranger/other' } }],
    ['the fork is deleted', { head_repository: null }],
    ['the run was for a push', { event: 'push' }],
  ])('says nothing where %s', async (_, more) => {
    upload(await reported())
    await run(workflowRun(more))
    expect(bodies()).toEqual([])
    expect(said.join('\n')).toContain('No comment: ')
  })

  it('says nothing where two pull requests have that head, or the run left no report', async () => {
    await run()
    expect(said).toEqual([`No comment: run ${RUN} uploaded no report`])
    upload(await reported())
    github.state.pulls.push({ number: 6, state: 'open', head: { sha: HEAD, ref: 'main', repo: FORK } })
    await run()
    expect(bodies()).toEqual([])
  })

  it('does not write over the comment of a newer run', async () => {
    upload(await reported())
    const marker = '<!-- retrieval-gate:docs -->'
    const body = `<!-- retrieval-gate run ${RUN + 1} attempt 1 head ${HEAD} -->\nnewer ${marker}`
    github.state.comments.push({ id: 1, issue: 5, login: 'github-actions[bot]', body })
    await run()
    expect(bodies()).toEqual([{ issue: 5, body }])
  })

  it('comments for five reports of a run, and says that there are more', async () => {
    for (let index = 0; index < 7; index++)
      upload(await reported((report) => Object.assign(report, { name: `g${index}` })), `${NAME}-${index}`)
    await run()
    expect(bodies()).toHaveLength(5)
    expect(said.join('\n')).toContain('first 5 of 7')
  })

  it('names the permission that its token lacks', async () => {
    upload(await reported())
    github.state.tokens.set('token', { login: 'x', permissions: { actions: 'read', 'pull-requests': 'read' } })
    await expect(run()).rejects.toThrow(/pull-requests: write/)
  })
})

describe('pull_request_target', () => {
  const payload = { pull_request: { number: 5, head: { sha: HEAD, ref: 'main', repo: FORK } } }

  it('comments on what the newest run for the head found', async () => {
    github.state.addRun({ id: RUN, event: 'pull_request', head_sha: HEAD, head_repository: FORK })
    upload(await reported())
    await run(payload, 'pull_request_target')
    expect(bodies().map(({ issue }) => issue)).toEqual([5])
  })

  it('takes no run of another repository for the same commit', async () => {
    github.state.addRun({ id: RUN, event: 'pull_request', head_sha: HEAD, head_repository: { full_name: 'evil/docs' } })
    upload(await reported())
    await run(payload, 'pull_request_target')
    expect(bodies()).toEqual([])
    expect(said).toEqual(['No comment: no run has evaluated this commit yet'])
  })
})
