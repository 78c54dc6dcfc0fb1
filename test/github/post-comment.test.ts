import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openApi } from '../../src/github/api.ts'
import type { CommentPolicy } from '../../src/github/inputs.ts'
import { postComment } from '../../src/github/post-comment.ts'
import { readStamp, writeStamp } from '../../src/github/run-stamp.ts'
import { GitHubStandIn } from '../support/github/stand-in.ts'
import { FORK } from '../support/github/state.ts'

const HEAD = 'a'.repeat(40)
const thread = { owner: 'octo', repo: 'docs', number: 5 }
const stamp = { head: HEAD, runId: 100, attempt: 1 }
const marker = '<!-- docs -->'
const bad = {
  marker,
  body: `**fail**\n\nmuch\n\n${marker}`,
  resolved: `**fail**\n\n${marker}`,
  failing: true,
  changed: true,
}
const good = {
  marker,
  body: `**pass**\n\nmuch\n\n${marker}`,
  resolved: `**pass**\n\n${marker}`,
  failing: false,
  changed: false,
}

let github: GitHubStandIn
beforeEach(async () => {
  github = await GitHubStandIn.start()
})
afterEach(() => github.stop())

async function post(
  statement = bad,
  its: Partial<typeof stamp> = {},
  policy: CommentPolicy = 'always',
  token = 'token',
) {
  const api = await openApi(token, github.url, async () => {})
  return postComment(api, thread, { ...stamp, ...its }, statement, policy)
}
const bodies = () => github.state.comments.map(({ body }) => body)
const written = (body: string, login: string) =>
  github.state.comments.push({ id: github.state.nextId(), issue: 5, login, body })

describe('the comment', () => {
  it('is written once and updated by the next run', async () => {
    const first = await post()
    expect(first).toMatchObject({ done: 'created', url: expect.stringContaining('#issuecomment-') })
    const second = await post(good, { runId: 101 })
    expect(second).toEqual({ done: 'updated', url: first.url })
    expect(bodies()).toEqual([`${writeStamp({ ...stamp, runId: 101 })}${good.body}`])
  })

  it('sticky look-up reads only the first page: the comment is found behind three pages of others', async () => {
    for (let i = 0; i < 150; i++) written(`comment ${i}`, 'someone')
    await post()
    for (let i = 0; i < 150; i++) written(`comment ${i}`, 'someone')
    expect(await post(good, { runId: 101 })).toMatchObject({ done: 'updated' })
    expect(bodies().filter((body) => readStamp(body) !== null)).toHaveLength(1)
  })

  it('is not taken from somebody who copied the marker', async () => {
    written(`${writeStamp(stamp)}mine ${marker}`, 'stranger')
    expect(await post()).toMatchObject({ done: 'created' })
    expect(bodies()[0]).toBe(`${writeStamp(stamp)}mine ${marker}`)
  })

  it('is not one that quotes the marker further down', async () => {
    written(`> quoted\n${writeStamp(stamp)}${marker}`, 'github-actions[bot]')
    expect(await post()).toMatchObject({ done: 'created' })
  })

  it('is found under the name that the other interface gives the app', async () => {
    github.faults.push(({ path }) =>
      path === '/graphql' ? { status: 200, body: { data: { viewer: { login: 'github-actions' } } } } : undefined,
    )
    await post()
    expect(await post()).toMatchObject({ done: 'updated' })
  })

  it('is found where the token may not ask for its own name', async () => {
    github.faults.push(({ path }) => (path === '/graphql' ? { status: 403, body: { message: 'no' } } : undefined))
    await post()
    expect(await post()).toMatchObject({ done: 'updated' })
  })

  it('matrix legs clobber one comment: it is one for each gate', async () => {
    await post()
    expect(await post({ ...bad, marker: '<!-- code -->', body: '<!-- code -->' })).toMatchObject({ done: 'created' })
    expect(bodies()).toHaveLength(2)
  })

  it.each([
    ['an older run', { runId: 99, attempt: 9, head: 'b'.repeat(40) }],
    ['an older attempt', { runId: 100, attempt: 1 }],
  ])('a late run overwrites a newer one: it is not overwritten by %s', async (_, late) => {
    await post(good, { runId: 100, attempt: 2 })
    expect(await post(bad, late)).toEqual({ done: 'newer there', url: null })
    expect(bodies()).toEqual([expect.stringContaining('**pass**')])
  })

  it('concurrent jobs post two comments: it is one after all where two jobs wrote at the same time', async () => {
    const both = await Promise.all([post(bad, { runId: 101 }), post(bad, { runId: 101 })])
    expect(bodies()).toHaveLength(1)
    expect(both.every(({ url }) => url !== null)).toBe(true)
  })

  it('fork and Dependabot 403: it is refused to a fork', async () => {
    github.state.tokens.set('fork', FORK)
    await expect(post(bad, {}, 'always', 'fork')).rejects.toMatchObject({ status: 403 })
  })

  it('is never tried a second time: the first may have arrived', async () => {
    github.faults.push(({ method }) =>
      method === 'POST' ? { status: 502, body: { message: 'bad gateway' } } : undefined,
    )
    await expect(post()).rejects.toMatchObject({ status: 502 })
    expect(github.calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })
})

describe('the policy', () => {
  const changed = { ...good, changed: true }
  it.each([
    ['always', good, 'created'],
    ['changes', good, 'not wanted'],
    ['changes', changed, 'created'],
    ['failure', changed, 'not wanted'],
    ['failure', bad, 'created'],
    ['never', bad, 'not wanted'],
  ] as const)('%s', async (policy, statement, done) => {
    expect(await post(statement, {}, policy)).toMatchObject({ done })
  })

  it('failure condenses the comment once the failure is resolved', async () => {
    await post(bad, {}, 'failure')
    expect(await post(good, { runId: 101 }, 'failure')).toMatchObject({ done: 'updated' })
    expect(bodies()).toEqual([`${writeStamp({ ...stamp, runId: 101 })}${good.resolved}`])
  })

  it('changes brings the comment up to date when nothing is changed any more', async () => {
    await post(bad, {}, 'changes')
    await post(good, { runId: 101 }, 'changes')
    expect(bodies()).toEqual([expect.stringContaining('**pass**\n\nmuch')])
  })
})

describe('the stamp', () => {
  it('is read back as it was written, also with the line ends that a browser makes', () => {
    expect(readStamp(`${writeStamp(stamp)}body`)).toEqual(stamp)
    expect(readStamp(writeStamp(stamp).replace('\n', '\r\n'))).toEqual(stamp)
  })
})
