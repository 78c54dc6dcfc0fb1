import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig, emptyFolder } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'
import { GitServer } from '../support/github/git-server.ts'

let rig: ActionRig
let server: GitServer
let workspace: string

beforeAll(async () => {
  await builtAction()
}, 120_000)
beforeEach(async () => {
  rig = await ActionRig.start()
  server = await GitServer.start(rig.repository.path, 'token')
  workspace = await emptyFolder()
})
afterEach(async () => {
  await Promise.all([rig.stop(), server.stop()])
  await rm(workspace, { recursive: true })
})

const inEmpty = () => ({ workspace, env: { GITHUB_SERVER_URL: server.url } })

async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  const kept = await Promise.all(names.map(async (name) => ((await stat(join(folder, name))).isFile() ? [name] : [])))
  return kept.flat()
}

describe('an empty workspace', () => {
  it('is checked out at the commit of the run: one step is enough', async () => {
    const result = await rig.push(inEmpty())
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
    const report = JSON.parse(await readFile(join(workspace, 'retrieval-gate-report/report.json'), 'utf8'))
    expect(report.commit).toBe(rig.main)
  })

  it('shallow clone without merge base: the base is fetched where it has to be evaluated', async () => {
    await rig.repository.breakPages(4)
    const result = await rig.pullRequest(inEmpty())
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'fail' } })
    expect(result.summary).toContain('evaluated in this run')
  })

  it('secret in an error message: the token is nowhere on disk, and in no line of the log', async () => {
    const result = await rig.push(inEmpty())
    const basic = Buffer.from('x-access-token:token').toString('base64')
    expect(result.log).not.toContain(basic)
    const files = await filesOf(workspace)
    expect(files).toContain(join('.git', 'config'))
    for (const file of files) expect((await readFile(join(workspace, file))).includes(basic)).toBe(false)
  })

  it('names the permission where the server refuses', async () => {
    const result = await rig.push({ ...inEmpty(), inputs: { 'github-token': 'other' } })
    expect(result.code).toBe(1)
    expect(result.log).toContain('contents: read')
    expect(result.log).not.toContain(Buffer.from('x-access-token:other').toString('base64'))
  })

  it.each([
    ['workflow_run', 'auto'],
    ['pull_request_target', 'auto'],
    ['workflow_run', 'evaluate'],
  ])('stays empty on %s with mode %s: nothing of a stranger is fetched', async (event, mode) => {
    const head = await rig.repository.commit('of a stranger')
    const pull_request = { number: 5, head: { sha: head, ref: 'x', repo: { full_name: 'stranger/docs' } } }
    const result = await rig.run(event, { pull_request }, { ...inEmpty(), inputs: { mode } })
    expect(result.code).toBe(1)
    expect(await readdir(workspace)).toEqual([])
    expect(server.calls).toEqual([])
  })
})

describe('a workspace with a checkout', () => {
  it('is used as it is', async () => {
    const result = await rig.push({ env: { GITHUB_SERVER_URL: server.url } })
    expect(result.code).toBe(0)
    expect(server.calls).toEqual([])
  })
})
