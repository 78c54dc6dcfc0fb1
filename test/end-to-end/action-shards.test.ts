import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'

let rig: ActionRig
/** What a push leaves; made once, as each run is a process of its own. */
let baseline: Buffer

beforeAll(async () => {
  await builtAction()
  rig = await ActionRig.start()
  expect(await rig.push()).toMatchObject({ code: 0 })
  baseline = rig.github.state.artifacts[0]!.content
  await rig.stop()
}, 120_000)
beforeEach(async () => {
  rig = await ActionRig.start()
})
afterEach(() => rig.stop())

describe('a matrix of shards', () => {
  it('is put together by the last job, which compares, decides and comments', async () => {
    rig.leaveBaseline(baseline)
    await rig.repository.breakPages(4)
    const head = await rig.repository.commit('a change')
    for (const shard of ['1/2', '2/2']) {
      const part = await rig.pullRequest({ head, runId: 5000, inputs: { shard } })
      expect(part).toMatchObject({ code: 0, outputs: { 'artifact-id': expect.stringMatching(/\d/) } })
    }
    expect(rig.github.state.comments).toEqual([])
    const result = await rig.pullRequest({ head, runId: 5000, inputs: { mode: 'merge' } })
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'fail' } })
    expect(JSON.parse(result.outputs['failing-queries'] ?? '').sort()).toEqual(['Q1', 'Q2', 'Q3', 'Q4'])
    expect(rig.github.state.comments).toHaveLength(1)
    const names = rig.github.state.artifacts.filter(({ runId }) => runId === 5000).map(({ name }) => name)
    expect(names).toEqual([
      'retrieval-gate-docs-shard-1-of-2',
      'retrieval-gate-docs-shard-2-of-2',
      'retrieval-gate-docs',
    ])
  })

  it('is red where a shard is missing, and says which', async () => {
    await rig.pullRequest({ runId: 5000, inputs: { shard: '1/2' } })
    const result = await rig.pullRequest({ runId: 5000, inputs: { mode: 'merge' } })
    expect(result).toMatchObject({ code: 1, outputs: {} })
    expect(result.log).toContain('1 of 2 shards is missing: 2')
  })

  it('takes the shard of the last attempt', async () => {
    await rig.pullRequest({ runId: 5000, inputs: { shard: '1/1' } })
    await rig.pullRequest({ runId: 5000, attempt: 2, inputs: { shard: '1/1' } })
    expect(await rig.pullRequest({ runId: 5000, attempt: 2, inputs: { mode: 'merge' } })).toMatchObject({ code: 0 })
  })
})

describe('a change to the gate itself', () => {
  const CONFIG = 'retrieval-gate.yml'
  const LOOSE = 'gate: [{ metric: ndcg@10, maxDrop: 0.9 }]\n'
  const path = (file: string) => join(rig.repository.path, file)
  const atBase = async () => rig.github.state.contents.set(CONFIG, await readFile(path(CONFIG), 'utf8'))

  it('is told first in the comment', async () => {
    rig.leaveBaseline(baseline)
    await appendFile(path(CONFIG), LOOSE)
    await rig.repository.breakPages(4)
    const result = await rig.pullRequest()
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
    expect(rig.github.state.comments[0]?.body).toMatch(
      /^<!--.*\n### .*\n\n⚠️ `maxDrop` of ndcg@10 on `bm25` went from 0.02 to 0.9\./,
    )
  })

  it.each([
    ['a looser rule', LOOSE],
    ['no baseline', 'baseline: none\n'],
    ['a baseline of its own', 'baseline: mine.json\n'],
    ['no protection', `protect: false\n${LOOSE}`],
  ])('does not count on a protected branch: %s', async (_, change) => {
    const plain = await readFile(path(CONFIG), 'utf8')
    await writeFile(path(CONFIG), `${plain}protect: true\n`)
    await atBase()
    rig.leaveBaseline(baseline)
    await writeFile(path(CONFIG), plain + change)
    await rig.repository.breakPages(4)
    const result = await rig.pullRequest()
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'fail' } })
    expect(JSON.parse(result.outputs['failing-queries'] ?? '')).toHaveLength(4)
  })

  it('accepts a loss by a label of the pull request, and says so', async () => {
    rig.leaveBaseline(baseline)
    await rig.repository.breakPages(4)
    const result = await rig.pullRequest({ labels: ['accept-retrieval-loss'] })
    expect(result).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
    expect(rig.github.state.comments[0]?.body).toContain('known loss is accepted: every rule')
  })
})
