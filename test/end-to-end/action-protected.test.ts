import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'

let rig: ActionRig

beforeAll(async () => {
  await builtAction()
}, 120_000)
afterEach(() => rig.stop())

const path = (name: string) => join(rig.repository.path, name)

async function questions(change: (question: Record<string, unknown>) => object): Promise<void> {
  const lines = (await readFile(path('eval.jsonl'), 'utf8')).trim().split('\n')
  const changed = lines.map((line) => {
    const question = JSON.parse(line)
    return JSON.stringify(question.id === 'Q1' ? change(question) : question)
  })
  await writeFile(path('eval.jsonl'), `${changed.join('\n')}\n`)
}

/** One page may be lost, so that of these changes only the pinned question can fail. */
beforeEach(async () => {
  rig = await ActionRig.start()
  await appendFile(path('retrieval-gate.yml'), 'gate: [{ metric: ndcg@10, maxDrop: 0.2 }]\nprotect: true\n')
  await questions((question) => ({ ...question, pinned: true }))
  const config = await readFile(path('retrieval-gate.yml'), 'utf8')
  rig.github.state.contents.set('retrieval-gate.yml', config)
  await rig.push()
})

describe('a pinned question of a protected base branch', () => {
  it.each<[string, (question: Record<string, unknown>) => object]>([
    ['leaves it alone', (question) => question],
    ['drops its pin', ({ pinned: _, ...question }) => question],
    ['gives it another answer', (question) => ({ ...question, expected_files: ['docs/page-2.md', 'docs/**'] })],
    ['says that nothing answers it', ({ expected_files: _, ...question }) => ({ ...question, expected: [] })],
  ])('fails where its page is lost and the change %s', async (_, change) => {
    await rig.repository.breakPages(1)
    await questions(change)
    const result = await rig.pullRequest()
    expect(result).toMatchObject({ code: 1, outputs: { verdict: 'fail' } })
    expect(rig.github.state.comments[0]?.body).toMatch(
      /📌 Pinned question `Q1` \(.+\) has none of the base branch's answers in the top 10 on `bm25`\./,
    )
  })

  it('passes where its page is only moved, whatever the eval set says', async () => {
    const page = await readFile(path('docs/page-1.md'), 'utf8')
    await writeFile(path('docs/passwords.md'), page)
    await rm(path('docs/page-1.md'))
    expect(await rig.pullRequest()).toMatchObject({ code: 0, outputs: { verdict: 'pass' } })
  })
})
