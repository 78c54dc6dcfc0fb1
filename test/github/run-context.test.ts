import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import { readRunContext } from '../../src/github/run-context.ts'

const HEAD = 'a'.repeat(40)
const MERGE = 'b'.repeat(40)
const BASE = 'c'.repeat(40)

const env = (event: string, more: Record<string, string> = {}) => ({
  GITHUB_EVENT_NAME: event,
  GITHUB_REPOSITORY: 'octo/docs',
  GITHUB_SHA: MERGE,
  GITHUB_RUN_ID: '7000000001',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_API_URL: 'https://api.github.com/',
  GITHUB_REF_NAME: '5/merge',
  GITHUB_WORKFLOW_REF: 'octo/docs/.github/workflows/search gate.yml@refs/pull/5/merge',
  ...more,
})

const pull = (repository: string | null) => ({
  pull_request: {
    number: 5,
    head: { sha: HEAD, ref: 'main', repo: repository === null ? null : { full_name: repository } },
    base: { ref: 'release/2.x', sha: BASE },
  },
})

describe('readRunContext', () => {
  it('takes a pull request by its own head, and compares with its base branch', () => {
    expect(readRunContext(env('pull_request'), pull('octo/docs'))).toEqual({
      event: 'pull_request',
      owner: 'octo',
      repo: 'docs',
      serverUrl: 'https://github.com',
      apiUrl: 'https://api.github.com',
      workflow: 'search gate.yml',
      runId: 7000000001,
      attempt: 2,
      refName: '5/merge',
      headSha: HEAD,
      mergedSha: MERGE,
      pullRequest: { number: 5, fork: false },
      against: { branch: 'release/2.x', commit: null },
    })
  })

  it.each(['stranger/docs', null])('knows a fork, also one that is deleted: %s', (repository) => {
    expect(readRunContext(env('pull_request'), pull(repository)).pullRequest).toEqual({ number: 5, fork: true })
  })

  it('compares a merge group with the commit it goes on top of', () => {
    const payload = {
      merge_group: {
        head_sha: HEAD,
        base_sha: BASE,
        head_ref: 'refs/heads/gh-readonly-queue/main/pr-5',
        base_ref: 'refs/heads/main',
      },
    }
    const context = readRunContext(env('merge_group'), payload)
    expect(context).toMatchObject({ headSha: HEAD, pullRequest: null, against: { branch: 'main', commit: BASE } })
  })

  it.each(['push', 'schedule', 'workflow_dispatch'])('only evaluates on %s', (event) => {
    const context = readRunContext(env(event), {})
    expect(context).toMatchObject({ headSha: MERGE, pullRequest: null, against: null })
  })

  it('says what is missing outside of Actions', () => {
    expect(() => readRunContext({}, {})).toThrow(UserError)
    expect(() => readRunContext({}, {})).toThrow(/GITHUB_EVENT_NAME.*retrieval-gate run/s)
  })

  it('says what is missing in a payload', () => {
    expect(() => readRunContext(env('pull_request'), { pull_request: { number: 5 } })).toThrow(/pull_request\.head/)
    expect(() => readRunContext(env('pull_request'), null)).toThrow(UserError)
  })
})
