import { rm } from 'node:fs/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { git } from '../knowledge/temporary-workspace.ts'
import { builtAction } from '../support/github/build-action.ts'
import { type DocsRepository, docsRepository, QUESTIONS } from '../support/github/docs-repository.ts'
import { type ActionRun, runAction } from '../support/github/run-action.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'

const MERGE = 'e'.repeat(40)

let github: GitHubStandIn
let repository: DocsRepository
let main: string

beforeAll(async () => {
  await builtAction()
}, 120_000)

beforeEach(async () => {
  github = await GitHubStandIn.start()
  repository = await docsRepository()
  main = await repository.commit('the first')
  github.state.commits.set(main, [])
  github.state.branches.set('main', main)
  git(repository.path, 'checkout', '-q', '-b', 'change')
})

afterEach(async () => {
  await github.stop()
  await rm(repository.path, { recursive: true })
})

/** A pull request whose head is what is in the workspace. */
async function pullRequest(more: Partial<ActionRun> = {}) {
  const head = await repository.commit('a change')
  github.state.commits.set(head, [main])
  github.state.commits.set(MERGE, [main, head])
  const pull = { number: 5, head: { sha: head, repo: { full_name: 'octo/docs' } }, base: { ref: 'main' } }
  const payload = { pull_request: pull }
  return runAction(github, {
    workspace: repository.path,
    runId: 7,
    event: 'pull_request',
    payload,
    sha: MERGE,
    ...more,
  })
}

const broken = QUESTIONS.slice(0, 3).map(({ id }) => id)
const failing = (outputs: Readonly<Record<string, string>>) => JSON.parse(outputs['failing-queries'] ?? '').sort()

describe('a pull request without an artifact to compare with', () => {
  it('is compared with the merge base, evaluated in the same job, and says why', async () => {
    await repository.breakPages(3)
    const { code, outputs, summary } = await pullRequest()
    expect(code).toBe(1)
    expect(outputs.verdict).toBe('fail')
    expect(failing(outputs)).toEqual(broken)
    expect(summary).toContain(`main at ${main.slice(0, 7)}`)
    expect(summary).toContain('no successful run of gate.yml')
    expect(git(repository.path, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
  })

  it('passes where nothing can be compared, and says why for both', async () => {
    await repository.breakPages(3)
    github.state.branches.set('main', 'f'.repeat(40))
    github.state.commits.set('f'.repeat(40), [])
    github.state.commits.set(main, ['f'.repeat(40)])
    const { code, summary } = await pullRequest()
    expect(code).toBe(0)
    expect(summary).toContain('no successful run of gate.yml')
    expect(summary).toContain('nor can the base be evaluated here')
  })
})

describe('baseline: recompute', () => {
  it('looks for no artifact', async () => {
    await repository.breakPages(3)
    const { code, outputs } = await pullRequest({ inputs: { baseline: 'recompute', comment: 'never' } })
    expect(code).toBe(1)
    expect(failing(outputs)).toEqual(broken)
    expect(github.calls.filter((call) => call.includes('/actions/'))).toEqual([])
  })

  it('asks git where GitHub does not tell', async () => {
    await repository.breakPages(3)
    github.state.branches.clear()
    git(repository.path, 'update-ref', 'refs/remotes/origin/main', main)
    const { outputs } = await pullRequest({ inputs: { baseline: 'recompute', comment: 'never' } })
    expect(failing(outputs)).toEqual(broken)
  })

  it('only evaluates on a push', async () => {
    const run = { workspace: repository.path, runId: 7, event: 'push', payload: {}, sha: main }
    const { code, log } = await runAction(github, { ...run, inputs: { baseline: 'recompute' } })
    expect(code).toBe(0)
    expect(log).toContain('a push run makes the next baseline')
  })
})
