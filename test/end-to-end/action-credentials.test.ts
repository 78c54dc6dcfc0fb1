import { execFileSync } from 'node:child_process'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig, emptyFolder } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'
import { type DocsRepository, docsRepository } from '../support/github/docs-repository.ts'
import { GitServer } from '../support/github/git-server.ts'

let rig: ActionRig
let server: GitServer

beforeAll(async () => {
  await builtAction()
}, 120_000)
beforeEach(async () => {
  rig = await ActionRig.start()
})
afterEach(() => Promise.all([rig.stop(), server.stop()]))

const basicOf = (token: string) => Buffer.from(`x-access-token:${token}`).toString('base64')
const report = async (workspace: string) =>
  JSON.parse(await readFile(join(workspace, 'retrieval-gate-report/report.json'), 'utf8'))

/** No file below the folder, and no line of the log but those that hide it, holds the token or what git sends for it. */
async function expectNowhere(token: string, folder: string, log: string): Promise<void> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const file of files.filter((entry) => entry.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const secret of [token, basicOf(token)]) expect(bytes.includes(secret), file.name).toBe(false)
  }
  const seen = log.replaceAll(/^::add-mask::.*$/gm, '')
  for (const secret of [token, basicOf(token)]) expect(seen).not.toContain(secret)
}

describe('a checkout that kept no credentials (`persist-credentials: false`)', () => {
  let workspace: string

  /** As actions/checkout leaves it: the change alone, and nothing to fetch more with. */
  async function checkout(head: string): Promise<void> {
    workspace = await emptyFolder()
    const git = (...args: string[]) => execFileSync('git', ['-C', workspace, ...args], { stdio: 'pipe' })
    git('init', '-q')
    git('fetch', '-q', '--depth=1', rig.repository.path, head)
    git('checkout', '-q', '--detach', 'FETCH_HEAD')
    git('remote', 'add', 'origin', `${server.url}/octo/docs`)
  }

  beforeEach(async () => {
    server = await GitServer.start(rig.repository.path, 'sesame')
    rig.github.state.tokens.set('sesame', rig.github.state.tokens.get('token')!)
  })
  afterEach(() => rm(workspace, { recursive: true }))

  it('has the base fetched with the token of the Action, which is then nowhere', async () => {
    await rig.repository.breakPages(4)
    const head = await rig.repository.commit('a change')
    await checkout(head)
    const inputs = { baseline: 'recompute', 'github-token': 'sesame' }
    const result = await rig.pullRequest({ head, workspace, inputs, env: { GITHUB_SERVER_URL: server.url } })
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'fail' } })
    expect(result.summary).toContain('evaluated in this run')
    expect(server.calls.some((call) => call.includes('git-upload-pack'))).toBe(true)
    await expectNowhere('sesame', workspace, result.log)
  })

  it('says so where that token does not open it either', async () => {
    const head = await rig.repository.commit('a change')
    await checkout(head)
    const inputs = { baseline: 'recompute' }
    const result = await rig.pullRequest({ head, workspace, inputs, env: { GITHUB_SERVER_URL: server.url } })
    expect(result.code).toBe(1)
    expect(result.log).toContain('the base cannot be evaluated here')
  })

  it('keeps the credentials that git has been given', async () => {
    const head = await rig.repository.commit('a change')
    await checkout(head)
    execFileSync('git', [
      '-C',
      workspace,
      'config',
      `http.${server.url}/.extraheader`,
      `AUTHORIZATION: basic ${basicOf('sesame')}`,
    ])
    const inputs = { baseline: 'recompute', comment: 'never' }
    const result = await rig.pullRequest({ head, workspace, inputs, env: { GITHUB_SERVER_URL: server.url } })
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
  })
})

describe('documents in another, private repository', () => {
  let kb: DocsRepository
  let commit: string

  beforeEach(async () => {
    kb = await docsRepository()
    commit = await kb.commit('the knowledge base')
    server = await GitServer.start(kb.path, 'sesame', 'octo/kb')
    await writeFile(
      join(rig.repository.path, 'retrieval-gate.yml'),
      `name: docs\ndocuments: { repository: octo/kb, ref: main, include: ["docs/**/*.md"] }\nqueries: eval.jsonl\n`,
    )
  })
  afterEach(() => rm(kb.path, { recursive: true }))
  const env = () => ({ GITHUB_SERVER_URL: server.url })

  it('are read with `documents-token`, which is then nowhere, and the report says at which commit', async () => {
    const result = await rig.push({ env: env(), inputs: { 'documents-token': 'sesame' } })
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
    expect((await report(rig.repository.path)).corpus.source).toEqual({ repository: 'octo/kb', ref: 'main', commit })
    expect(result.summary).toContain(`\`octo/kb\` at \`${commit.slice(0, 7)}\` (\`main\`)`)
    await expectNowhere('sesame', rig.repository.path, result.log)
  })

  it('are refused in a sentence to a token that may not', async () => {
    const result = await rig.push({ env: env() })
    expect(result.code).toBe(1)
    expect(result.log).toContain('octo/kb may not be read from here')
    expect(result.log).toContain('documents-token')
  })

  it('let a change pass that touches nothing, as long as their branch has not moved since the base was measured', async () => {
    const run = { env: env(), inputs: { 'documents-token': 'sesame' } }
    await rig.push(run)
    rig.github.state.changedFiles = [{ filename: 'docs/page-1.md' }]
    expect((await rig.pullRequest(run)).log).toContain('nothing was evaluated')
    await kb.breakPages(4)
    await kb.commit('moved')
    const moved = await rig.pullRequest(run)
    expect(moved).toMatchObject({ code: 1, outputs: { verdict: 'fail' } })
  })

  it('are looked at where it is not known what the base was measured with; a commit cannot move', async () => {
    rig.github.state.changedFiles = [{ filename: 'docs/page-1.md' }]
    const inputs = { 'documents-token': 'sesame' }
    const moving = await rig.pullRequest({ env: env(), inputs })
    expect(moving.log).not.toContain('nothing was evaluated')
    const config = join(rig.repository.path, 'retrieval-gate.yml')
    await writeFile(config, (await readFile(config, 'utf8')).replace('ref: main', `ref: ${commit}`))
    const fixed = await rig.pullRequest({ env: env(), inputs })
    expect(fixed.log).toContain('nothing was evaluated')
  })
})
