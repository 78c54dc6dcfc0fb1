import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readZipEntry } from '../../src/github/read-zip-entry.ts'
import { builtAction } from '../support/github/build-action.ts'
import { type DocsRepository, docsRepository, QUESTIONS } from '../support/github/docs-repository.ts'
import { type ActionRun, runAction } from '../support/github/run-action.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'
import { FORK } from '../support/github/state.ts'

const PULL = 5
const MERGE = 'e'.repeat(40)

let github: GitHubStandIn
let repository: DocsRepository
let main: string
let nextRun: number
/** What a run for main uploads. */
let baseline: Buffer

beforeAll(async () => {
  await builtAction()
  await start()
  expect(await push()).toMatchObject({ code: 0 })
  baseline = github.state.artifacts[0]?.content ?? Buffer.alloc(0)
  await stop()
}, 120_000)

beforeEach(start)
afterEach(stop)

async function start() {
  github = await GitHubStandIn.start()
  repository = await docsRepository()
  main = await repository.commit('the first')
  github.state.commits.set(main, [])
  github.state.branches.set('main', main)
  nextRun = 1000
}

async function stop() {
  await github.stop()
  await rm(repository.path, { recursive: true })
}

const workspaceRun = () => ({ workspace: repository.path, runId: nextRun++ })

async function push(more: Partial<ActionRun> = {}) {
  return runAction(github, { ...workspaceRun(), event: 'push', payload: {}, sha: main, ...more })
}

/** As if a run for main had uploaded its report. */
function withBaseline() {
  const { id: runId } = github.state.addRun({ id: nextRun++, head_sha: main })
  github.state.addArtifact({ runId, name: 'retrieval-gate-docs', content: baseline })
}

/** A pull request whose head is what is in the workspace. */
async function pullRequest(more: Partial<ActionRun> = {}) {
  const head = await repository.commit('a change')
  github.state.commits.set(head, [main])
  github.state.commits.set(MERGE, [main, head])
  const payload = {
    pull_request: {
      number: PULL,
      head: { sha: head, ref: 'change', repo: { full_name: 'octo/docs' } },
      base: { ref: 'main', sha: '0'.repeat(40) },
    },
  }
  return runAction(github, { ...workspaceRun(), event: 'pull_request', payload, sha: MERGE, ...more })
}

const ids = (count: number) => QUESTIONS.slice(0, count).map(({ id }) => id)

describe('a push to the base branch', () => {
  it('evaluates, uploads the next baseline, and compares with nothing', async () => {
    const result = await push()
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'pass', 'failing-queries': '[]', delta: '' } })
    const [artifact] = github.state.artifacts
    expect(artifact).toMatchObject({ name: 'retrieval-gate-docs', finalized: true })
    expect(result.outputs['artifact-id']).toBe(String(artifact?.id))
    expect(result.outputs['artifact-url']).toBe(
      `http://github.localhost/octo/docs/actions/runs/1000/artifacts/${artifact?.id}`,
    )
    expect(github.calls.filter((call) => call.includes('/repos/'))).toEqual([
      'GET /repos/octo/docs/actions/workflows/gate.yml/runs',
    ])
    expect(result.summary).toContain('bm25')
  })

  it('is green even below a floor: the branch is only measured', async () => {
    await repository.breakPages(6)
    const config = await readFile(join(repository.path, 'retrieval-gate.yml'), 'utf8')
    await writeFile(join(repository.path, 'retrieval-gate.yml'), `${config}gate: [{ metric: ndcg@10, min: 0.9 }]\n`)
    expect(await push()).toMatchObject({ code: 0, outputs: { verdict: 'fail' } })
  })
})

describe('a pull request', () => {
  it('finds what the push uploaded, fails on a regression, and keeps one comment up to date', async () => {
    const { code } = await push()
    expect(code).toBe(0)
    github.state.addRun({ id: 1000, head_sha: main })
    await repository.breakPages(4)
    const broken = ids(4)
    const red = await pullRequest()
    expect(red.log).toContain('Verdict: fail')
    expect(red).toMatchObject({ code: 1, outputs: { verdict: 'fail' } })
    expect(JSON.parse(red.outputs['failing-queries'] ?? '').sort()).toEqual(broken)
    expect(Number(red.outputs.delta)).toBeCloseTo(-4 / 12, 1)
    expect(github.state.comments).toHaveLength(1)
    const [comment] = github.state.comments
    expect(comment?.issue).toBe(PULL)
    for (const { topic } of QUESTIONS.slice(0, 4)) expect(comment?.body).toContain(`How do I set up ${topic}?`)
    expect(red.outputs['comment-url']).toContain(`/pull/${PULL}#issuecomment-${comment?.id}`)
    for (const [index, id] of broken.entries()) {
      expect(red.log).toMatch(new RegExp(`::error title=Query ${id} broke,file=eval.jsonl,line=${index + 1}::`))
    }

    const again = await pullRequest()
    expect(again).toMatchObject({ code: 1, outputs: { 'comment-url': red.outputs['comment-url'] } })
    expect(github.state.comments).toHaveLength(1)

    await repository.mendPages()
    const green = await pullRequest()
    expect(green).toMatchObject({ code: 0, outputs: { verdict: 'pass', 'failing-queries': '[]' } })
    expect(github.state.comments).toHaveLength(1)
    expect(github.state.comments[0]?.body).not.toContain(QUESTIONS[0]?.topic)
  })

  it('is green with fail-on-regression: false, and says fail all the same', async () => {
    withBaseline()
    await repository.breakPages(4)
    const result = await pullRequest({ inputs: { 'fail-on-regression': 'false' } })
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'fail' } })
    expect(result.log).not.toMatch(/^::error/m)
  })

  it('first run ever: it passes without a baseline the first time, and says when there will be one', async () => {
    const result = await pullRequest()
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
    expect(github.state.comments[0]?.body).toMatch(/baseline/)
  })

  it('fork 403: one from a fork names the permission it would need, and decides all the same', async () => {
    withBaseline()
    await repository.breakPages(4)
    github.state.tokens.set('fork', FORK)
    const result = await pullRequest({ inputs: { 'github-token': 'fork' } })
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'fail', 'comment-url': '' } })
    expect(result.log).toMatch(/^::warning::.*pull-requests: write/m)
    expect(result.summary).toContain('How do I set up passwords?')
  })

  it('GHES: it takes a baseline from a file where the server has no artifacts', async () => {
    await repository.breakPages(4)
    const report = readZipEntry(baseline, 'report.json', { entries: 99, bytes: 1e6, ratio: 99 })
    await writeFile(join(repository.path, 'baseline.json'), report)
    const env = { GITHUB_SERVER_URL: 'https://github.example.com' }
    const result = await pullRequest({ inputs: { baseline: 'baseline.json' }, env })
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'fail', 'artifact-id': '' } })
    expect(result.log).toContain('GitHub Enterprise Server takes no artifacts of this kind')
  })

  it('lets no text of a query become a command of the log', async () => {
    withBaseline()
    await repository.breakPages(4)
    const evalSet = join(repository.path, 'eval.jsonl')
    const evil = '::set-output name=verdict::pass\\n::error::x\\n##[error]y'
    await writeFile(
      evalSet,
      (await readFile(evalSet, 'utf8')).replace('"Q1"', `"${evil}"`).replaceAll('passwords?', evil),
    )
    const result = await pullRequest()
    expect(result.outputs.verdict).toBe('fail')
    const commands = result.log
      .split(/[\r\n]+/)
      .filter((line) => line.trimStart().startsWith('::') || line.includes('##['))
    const ours = /^::(error title=(Query|retrieval-gate)|warning|debug::|add-mask::)/
    expect(commands.filter((line) => !ours.test(line))).toEqual([])
  })

  it('is refused where the event holds more rights than its code should have', async () => {
    const result = await pullRequest({ event: 'pull_request_target' })
    expect(result).toMatchObject({ code: 1, outputs: {} })
    expect(result.log).toContain('pull_request_target is not evaluated')
    expect(result.summary).toContain('could not decide')
  })
})

describe('artifact not found without token', () => {
  it('is red, and says that the token is missing', async () => {
    withBaseline()
    const result = await pullRequest({ inputs: { 'github-token': '' } })
    expect(result).toMatchObject({ code: 1, outputs: {} })
    expect(result.log).toContain('`github-token` is empty')
  })
})

describe('trouble after the evaluation never takes the verdict away', () => {
  it.each([
    ['a regression stays red', 4, 1, 'fail', { status: 400, body: { msg: 'no' } }],
    ['a pass stays green', 0, 0, 'pass', { status: 400, body: { msg: 'no' } }],
    ['no network to the API at the end: a regression stays red without a network', 4, 1, 'fail', 'hang up'],
  ] as const)('%s', async (_, broken, code, verdict, trouble) => {
    withBaseline()
    await repository.breakPages(broken)
    github.faults.push(({ path }) => (path.startsWith('/twirp/') || path.includes('/issues/') ? trouble : undefined))
    const result = await pullRequest()
    expect(result).toMatchObject({ code, outputs: { verdict } })
    expect(result.log).toContain(`Verdict: ${verdict}`)
    expect(result.log).toMatch(/::warning::The report could not be uploaded; the verdict stands/)
    expect(result.log).toMatch(/::warning::No comment: .* The verdict stands/)
    const report = JSON.parse(await readFile(result.outputs['report-path'] ?? '', 'utf8'))
    expect(report.verdict.status).toBe(verdict)
  })

  it('a summary and outputs that cannot be written are warnings', async () => {
    const result = await push({
      env: { GITHUB_STEP_SUMMARY: '/nonexistent/summary', GITHUB_OUTPUT: '/nonexistent/output' },
    })
    expect(result.code).toBe(0)
    expect(result.log).toMatch(/::warning::The job summary could not be written/)
    expect(result.log).toMatch(/::warning::The outputs could not be set/)
  })
})

describe('a crash is red, wherever it is', () => {
  /** A module that the process loads first: does something when a file is handled whose path holds `when`. */
  const planted = (method: 'readFile' | 'writeFile', when: string, what: string) => {
    const code = `import fs from 'node:fs/promises'; import { syncBuiltinESMExports } from 'node:module'
      const real = fs.${method}
      fs.${method} = async (...given) => { if (String(given[0]).includes('${when}')) { ${what} } return real(...given) }
      syncBuiltinESMExports()`
    return { env: { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` } }
  }
  const THROW = `throw new Error('planted')`
  const BROKE = /^::error title=retrieval-gate%3A could not decide::/m
  it.each([
    ['in the payload', { payload: '{"pull_request":' }, BROKE],
    ['in an input', { inputs: { 'fail-on-regression': 'ture' } }, BROKE],
    ['in the config', { inputs: { config: 'missing.yml' } }, BROKE],
    ['in the token', { inputs: { 'github-token': 'wrong' } }, BROKE],
    ['in reading the eval set', planted('readFile', 'eval.jsonl', THROW), BROKE],
    ['in writing the report', planted('writeFile', 'retrieval-gate-report/report.json', THROW), BROKE],
    ['in keeping the baseline', planted('writeFile', 'retrieval-gate-baseline', THROW), BROKE],
    [
      'in a rejection that nobody waits for',
      planted('readFile', 'eval.jsonl', `Promise.reject(new Error('planted'))`),
      BROKE,
    ],
    ['in a callback', planted('readFile', 'eval.jsonl', `setTimeout(() => { ${THROW} }, 0)`), BROKE],
    ['in a promise that never settles', planted('readFile', 'eval.jsonl', 'await new Promise(() => {})'), BROKE],
    ['in an end before its time', planted('readFile', 'eval.jsonl', 'process.exit()'), BROKE],
  ])('%s', async (_, more, log) => {
    withBaseline()
    const result = await pullRequest(more)
    expect(result.log).toMatch(log)
    expect(result.log).not.toContain('Verdict:')
    expect(result.outputs.verdict).toBeUndefined()
    expect(result.code).not.toBe(0)
  })

  it('says a mistake in a sentence, and a bug with its stack', async () => {
    withBaseline()
    const mistake = await pullRequest({ inputs: { threshold: 'abc' } })
    expect(mistake.log).toMatch(/^::error title=.*threshold/m)
    expect(mistake.log).not.toMatch(/\bat .*\.js:\d+/)
    const bug = await pullRequest(planted('readFile', 'eval.jsonl', `setTimeout(() => { ${THROW} }, 0)`))
    expect(bug.log).toMatch(/^::error.*planted.*at /m)
  })

  it('does not pass when the baseline cannot be looked for', async () => {
    withBaseline()
    github.faults.push(({ path }) =>
      path.endsWith('/runs') ? { status: 403, body: { message: 'Resource not accessible by integration' } } : undefined,
    )
    const result = await pullRequest()
    expect(result.code).toBe(1)
    expect(result.log).toContain('actions: read')
  })
})
