import { existsSync } from 'node:fs'
import { appendFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig, emptyFolder, PULL } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'
import { FORK } from '../support/github/state.ts'

let rig: ActionRig

beforeAll(async () => {
  await builtAction()
}, 120_000)
beforeEach(async () => {
  rig = await ActionRig.start()
})
afterEach(() => rig.stop())

const changing = (...files: string[]) => {
  rig.github.state.changedFiles = files.map((filename) => ({ filename }))
}

describe('a pull request from a fork', () => {
  it('is commented on by the companion workflow, from an empty workspace and an untouched artifact', async () => {
    await rig.push()
    await rig.repository.breakPages(4)
    rig.github.state.tokens.set('fork', FORK)
    const gate = await rig.pullRequest({ fork: true, inputs: { 'github-token': 'fork' } })
    expect(gate).toMatchObject({ code: 1, outputs: { verdict: 'fail', 'comment-url': '' } })
    expect(gate.log).toContain('init --forks')
    const workflow_run = {
      id: rig.lastRun,
      run_attempt: 1,
      event: 'pull_request',
      head_sha: gate.head,
      head_branch: 'change',
      head_repository: { full_name: 'stranger/docs' },
      pull_requests: [],
    }
    const workspace = await emptyFolder()
    const before = rig.github.seen.length
    const companion = await rig.run('workflow_run', { workflow_run }, { workspace, inputs: { mode: 'comment' } })
    expect(companion).toMatchObject({ code: 0, outputs: { verdict: 'fail' } })
    const [comment] = rig.github.state.comments
    expect(comment).toMatchObject({ issue: PULL })
    expect(comment?.body).toContain('How do I set up passwords?')
    expect(await readdir(workspace)).toEqual([])
    const asked = rig.github.calls.slice(before)
    expect(asked.filter((call) => /compare|commits|contents|git/.test(call))).toEqual([])
    await rm(workspace, { recursive: true })
  })

  it.each(['workflow_run', 'pull_request_target'])('is never evaluated on %s', async (event) => {
    const result = await rig.run(event, {})
    expect(result).toMatchObject({ code: 1, outputs: {} })
    expect(result.log).toContain(`The event ${event} is not evaluated`)
    expect(rig.github.seen).toEqual([])
  })

  it.each(['workflow_run', 'pull_request_target'])('starts no program of its config on %s', async (event) => {
    const started = join(rig.repository.path, 'started')
    const command = `[${process.execPath}, -e, "require('node:fs').writeFileSync('started', '')"]`
    await writeFile(
      join(rig.repository.path, 'retrieval-gate.yml'),
      `queries: q.jsonl\nstrategies:\n  mine: { type: mcp, command: ${command} }\n`,
    )
    for (const mode of ['auto', 'evaluate', 'merge']) {
      expect((await rig.run(event, {}, { inputs: { mode } })).code).toBe(1)
    }
    expect(existsSync(started)).toBe(false)
  })
})

describe('a pull request that touches nothing of the gate', () => {
  it('passes without an evaluation, and says why', async () => {
    changing('package.json', 'src/app.ts')
    await writeFile(join(rig.repository.path, 'package.json'), '{}')
    const result = await rig.pullRequest()
    expect(result).toMatchObject({
      code: 0,
      outputs: { verdict: 'pass', 'failing-queries': '[]', 'report-path': '', 'artifact-id': '' },
    })
    expect(result.summary).toMatch(/2 files changed since [0-9a-f]{7}, and none is a document/)
    expect(rig.github.calls.filter((call) => !call.includes('/compare/'))).toEqual([
      `GET /repos/octo/docs/issues/${PULL}/comments`,
    ])
  })

  it('brings the comment of an earlier push up to date', async () => {
    await rig.push()
    await rig.repository.breakPages(4)
    expect(await rig.pullRequest()).toMatchObject({ code: 1 })
    await rig.repository.mendPages()
    changing('package.json')
    expect(await rig.pullRequest()).toMatchObject({ code: 0 })
    expect(rig.github.state.comments).toHaveLength(1)
    expect(rig.github.state.comments[0]?.body).toContain('Retrieval is not touched')
  })

  it('is what a push never is: without a report there would be no baseline', async () => {
    changing('package.json')
    expect(await rig.push()).toMatchObject({
      code: 0,
      outputs: { verdict: 'pass', 'artifact-id': expect.stringMatching(/\d/) },
    })
  })

  it.each([
    ['a document', 'docs/page-3.md'],
    ['the questions', 'eval.jsonl'],
    ['what is known about the questions', 'eval.metadata.json'],
    ['the configuration', 'retrieval-gate.yml'],
    ['the workflow', '.github/workflows/gate.yml'],
    ['what git ignores', 'docs/.gitignore'],
    ['a watched file', 'server/rank.py'],
  ])('is not one that changes %s', async (_, file) => {
    await appendFile(join(rig.repository.path, 'retrieval-gate.yml'), 'watch: ["server/**"]\n')
    changing('package.json', file)
    await rig.pullRequest()
    expect(rig.github.calls.some((call) => call.includes('CreateArtifact'))).toBe(true)
  })

  it('is not taken for one where GitHub does not tell all that changed', async () => {
    changing(...Array.from({ length: 300 }, (_, index) => `src/${index}.ts`))
    await rig.pullRequest()
    expect(rig.github.calls.some((call) => call.includes('CreateArtifact'))).toBe(true)
  })
})

describe('every other event', () => {
  it('merge_group payload: is compared with the commit that the group goes on top of', async () => {
    await rig.push()
    await rig.repository.breakPages(4)
    const head_sha = await rig.repository.commit('a group')
    rig.github.state.commits.set(head_sha, [rig.main])
    const merge_group = {
      head_sha,
      head_ref: 'refs/heads/gh-readonly-queue/main/pr-5-0',
      base_sha: rig.main,
      base_ref: 'refs/heads/main',
      head_commit: { id: head_sha },
    }
    const result = await rig.run('merge_group', { action: 'checks_requested', merge_group }, { sha: head_sha })
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'fail', 'comment-url': '' } })
  })

  it.each([
    ['schedule', { schedule: '0 6 * * 1' }],
    ['workflow_dispatch', { inputs: null, ref: 'refs/heads/main' }],
  ])('%s evaluates, and leaves a report', async (event, payload) => {
    const result = await rig.run(event, payload)
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'pass', delta: '' } })
    expect(rig.github.state.artifacts).toHaveLength(1)
  })
})
