import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import { openApi } from '../../src/github/api.ts'
import { type ArtifactBaselineOptions, artifactBaseline } from '../../src/github/artifact-baseline.ts'
import type { RunContext } from '../../src/github/run-context.ts'
import { makeZip } from '../support/github/make-zip.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'

const NAME = 'retrieval-gate-docs'
/** main: A <- B <- C; the pull request left at A with HEAD, and its merge with main is MERGE. */
const [A, B, C, HEAD, MERGE] = ['a', 'b', 'c', 'd', 'e'].map((letter) => letter.repeat(40)) as [
  string,
  string,
  string,
  string,
  string,
]

let github: GitHubStandIn
let folder: string

beforeEach(async () => {
  github = await GitHubStandIn.start()
  folder = await mkdtemp(join(tmpdir(), 'retrieval-gate-'))
  const { state } = github
  for (const [commit, ...parents] of [[A], [B, A], [C, B], [HEAD, A], [MERGE, C, HEAD]])
    state.commits.set(commit ?? '', parents)
  state.branches.set('main', C)
})

afterEach(async () => {
  await github.stop()
  await rm(folder, { recursive: true })
})

const context: RunContext = {
  event: 'pull_request',
  owner: 'octo',
  repo: 'docs',
  serverUrl: 'https://github.localhost',
  apiUrl: '',
  workflow: 'gate.yml',
  runId: 9_999_999,
  attempt: 1,
  refName: '5/merge',
  headSha: HEAD,
  mergedSha: MERGE,
  pullRequest: { number: 5, fork: false },
  against: { branch: 'main', commit: null },
}

/** A finished run with a report that says which one it is. */
function published(
  commit: string,
  run: Parameters<typeof github.state.addRun>[0] | object = {},
  artifact: object = {},
) {
  const { id: runId } = github.state.addRun({ head_sha: commit, ...run })
  const content = makeZip([{ name: 'report.json', content: JSON.stringify({ runId }) }])
  return github.state.addArtifact({ runId, name: NAME, content, ...artifact })
}

async function find(more: Partial<ArtifactBaselineOptions> = {}, token = 'token') {
  const api = await openApi(token, github.url, async () => {})
  const options = {
    api,
    fetch,
    context,
    artifactName: NAME,
    evaluated: MERGE,
    folder,
    validate: async () => {},
    wait: async () => {},
  }
  return artifactBaseline({ ...options, ...more })
}

async function runFound(more: Partial<ArtifactBaselineOptions> = {}): Promise<number> {
  const found = await find(more)
  if ('none' in found) throw new Error(found.none)
  return JSON.parse(await readFile(found.path, 'utf8')).runId
}

describe('the baseline', () => {
  it('frozen base.sha: it is the report of the base branch as it was merged into what was evaluated', async () => {
    for (const commit of [A, B]) published(commit)
    const { runId } = published(C)
    expect(await runFound()).toBe(runId)
    expect(await find()).toMatchObject({
      label: 'main at ccccccc',
      commit: C,
      note: `the report of run ${runId} for main at ccccccc`,
    })
  })

  it('is the report of where the pull request left, when its own head was evaluated', async () => {
    const { runId } = published(A)
    for (const commit of [B, C]) published(commit)
    expect(await runFound({ evaluated: HEAD })).toBe(runId)
  })

  it('base moved on: it does not depend on the commit that the branch is at now', async () => {
    const { runId } = published(C)
    const later = 'f'.repeat(40)
    github.state.commits.set(later, [C])
    github.state.branches.set('main', later)
    published(later)
    expect(await runFound()).toBe(runId)
  })

  it('falls back to what the event names, where the evaluated commit is not known to GitHub', async () => {
    const { runId } = published(C)
    expect(await runFound({ evaluated: '1'.repeat(40) })).toBe(runId)
    github.state.commits.delete(MERGE)
    published(A)
    expect(await find({ evaluated: null })).toMatchObject({ commit: A })
  })

  it('is the report of the nearest commit before, and says which and why', async () => {
    published(A)
    const { runId } = published(B)
    const none = github.state.addRun({ head_sha: C })
    const found = await find()
    expect(found).toMatchObject({ commit: B })
    expect(found).toHaveProperty(
      'note',
      `the report of run ${runId} for main at bbbbbbb, 1 commit before ccccccc (not nearer: the run for ccccccc has no artifact ${NAME})`,
    )
    expect(none.id).not.toBe(runId)
  })

  it('merge_group payload: it is the report for the commit that a merge group goes on top of', async () => {
    published(A)
    const { runId } = published(B)
    published(C)
    expect(await runFound({ context: { ...context, against: { branch: 'main', commit: B } } })).toBe(runId)
    expect(github.calls.some((call) => call.includes('/compare/'))).toBe(false)
  })

  it('says that the run for the wanted commit is not done where it is not', async () => {
    published(B)
    published(C, { conclusion: null })
    expect(await find()).toHaveProperty(
      'note',
      expect.stringContaining('(not nearer: no successful run for ccccccc yet)'),
    )
  })

  it('is found for a branch with a slash in its name', async () => {
    github.state.branches.set('release/2.x', B)
    const { runId } = published(B, { head_branch: 'release/2.x' })
    expect(await runFound({ context: { ...context, against: { branch: 'release/2.x', commit: null } } })).toBe(runId)
  })

  it('branch filter includes fork runs, poisoned baseline from a fork: it is never one of a fork, although its branch is called main too', async () => {
    published(C, { head_repository: { full_name: 'stranger/docs' } })
    published(C, { head_repository: null })
    expect(await find()).toHaveProperty('none', expect.stringContaining('no successful run'))
  })

  it.each(['pull_request', 'pull_request_target', 'workflow_run', 'merge_group'])(
    'is never one of a %s run',
    async (event) => {
      published(C, { event })
      expect(await find()).toHaveProperty('none')
    },
  )

  it.each(['push', 'schedule', 'workflow_dispatch'])('may be one of a %s run', async (event) => {
    const { runId } = published(C, { event })
    expect(await runFound()).toBe(runId)
  })

  it.each(['failure', 'cancelled', null])('is never one of a run that ended as %s', async (conclusion) => {
    published(C, { conclusion })
    expect(await find()).toHaveProperty('none')
  })

  it('is never one of another workflow, or of this very run', async () => {
    published(C, { workflow: 'other.yml' })
    published(C, { id: context.runId })
    expect(await find()).toHaveProperty('none')
  })

  it('is never one of a commit that what was evaluated does not contain', async () => {
    github.state.branches.set('main', A)
    published(C)
    github.state.commits.set(MERGE, [A, HEAD])
    expect(await find()).toHaveProperty('none')
  })

  it('is the one of the last attempt', async () => {
    const first = published(C)
    const content = makeZip([{ name: 'report.json', content: '{"runId": "second attempt"}' }])
    github.state.addArtifact({ runId: first.runId, name: NAME, content })
    expect(await runFound()).toBe('second attempt')
  })

  it('expired artifact: it is not one that has expired, and says so', async () => {
    published(A)
    published(C, {}, { expired: true })
    expect(await find()).toMatchObject({
      commit: A,
      note: expect.stringContaining('the run for ccccccc has an expired report'),
    })
  })

  it('is found behind a hundred runs that do not count', async () => {
    const { runId } = published(C)
    for (let i = 0; i < 120; i++) github.state.addRun({ head_sha: C, head_repository: { full_name: 'stranger/docs' } })
    expect(await runFound()).toBe(runId)
  })
})

describe('without a baseline', () => {
  it('first run ever: the first run ever says when there will be one', async () => {
    expect(await find()).toEqual({
      none: 'no baseline for main: no successful run of gate.yml for ccccccc or a commit before it on main. The next successful run on main makes one',
      recompute: { commit: C, branch: 'main' },
    })
  })

  it('a push is compared with nothing', async () => {
    expect(await find({ context: { ...context, event: 'push', against: null } })).toHaveProperty('none')
    expect(github.seen).toEqual([])
  })
})

describe('an artifact that is no report', () => {
  const garbage = {
    'no archive': Buffer.from('<html>'),
    'no report in it': makeZip([{ name: 'other.json', content: '{}' }]),
    'a path outside': makeZip([{ name: '../report.json', content: '{}' }]),
    'a bomb': makeZip([{ name: 'report.json', content: Buffer.alloc(50_000_000) }]),
  }
  it.each(Object.entries(garbage))('is passed over with a reason: %s', async (_, content) => {
    published(B)
    published(C, {}, { content })
    expect(await find()).toMatchObject({
      commit: B,
      note: expect.stringContaining('the report for ccccccc cannot be used ('),
    })
  })

  it('is passed over where its checksum does not match', async () => {
    const artifact = published(C)
    artifact.digest = `sha256:${createHash('sha256').update('another').digest('hex')}`
    expect(await find()).toHaveProperty('none', expect.stringContaining('its checksum does not match'))
    artifact.digest = `sha256:${createHash('sha256').update(artifact.content).digest('hex')}`
    expect(await find()).toMatchObject({ commit: C })
  })

  it('is passed over where it cannot be compared with', async () => {
    published(C)
    const validate = async () => {
      throw new UserError({ what: 'it is of a newer version' })
    }
    expect(await find({ validate })).toHaveProperty('none', expect.stringContaining('it is of a newer version'))
  })
})

describe('where GitHub cannot be asked, nothing passes uncompared', () => {
  it.each([
    ['/compare/', 'contents: read'],
    ['/runs', 'actions: read'],
    ['/artifacts', 'actions: read'],
    ['/zip', 'actions: read'],
  ])('a refused %s names the permission', async (part, permission) => {
    published(C)
    github.faults.push(({ path }) =>
      path.includes(part) ? { status: 403, body: { message: 'Resource not accessible' } } : undefined,
    )
    await expect(find()).rejects.toThrow(UserError)
    await expect(find()).rejects.toThrow(permission)
  })

  it('a token that is not accepted is named', async () => {
    await expect(find({}, 'wrong')).rejects.toThrow(/does not accept the token/)
  })

  it.each(['/compare/', '/runs', '/artifacts', '/zip', '/storage/'])(
    'a moment of trouble at %s is waited out',
    async (part) => {
      const { runId } = published(C)
      github.faults.push(({ path }, count) =>
        path.includes(part) && count < 3 ? (count === 1 ? 'hang up' : { status: 502 }) : undefined,
      )
      expect(await runFound()).toBe(runId)
    },
  )

  it('trouble that lasts is an error', async () => {
    published(C)
    github.faults.push(({ path }) => (path.includes('/storage/') ? { status: 503 } : undefined))
    await expect(find()).rejects.toThrow(/could not be downloaded/)
    github.faults[0] = ({ path }) => (path.includes('/runs') ? 'hang up' : undefined)
    await expect(find()).rejects.toThrow(/could not be reached/)
  })

  it('a rate limit is named as such', async () => {
    github.faults.push(() => ({ status: 403, body: { message: 'API rate limit exceeded for installation' } }))
    await expect(find()).rejects.toThrow(/rate limit is reached/)
  })
})
