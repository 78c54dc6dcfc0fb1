import { describe, expect, it } from 'vitest'
import { readOutcome } from '../../src/github/read-outcome.ts'
import { json } from '../../src/reports/json.ts'
import { failingOutcome } from '../support/outcome.ts'

const links = {
  repository: 'https://github.com/octo/docs',
  commit: 'a'.repeat(40),
  root: '',
  run: 'https://github.com/octo/docs/actions/runs/1',
}

async function reread(source?: unknown) {
  const files = await json.render(failingOutcome(), { timing: true })
  const report = JSON.parse(files.get('report.json') ?? '')
  if (source !== undefined) report.corpus.source = source
  return readOutcome(JSON.stringify(report), 'report.json', links)
}

describe('a report that a stranger may have made', () => {
  it('is linked to the repository that the run was of', async () => {
    expect((await reread()).links).toEqual(links)
  })

  it('says the same as before it was written', async () => {
    const { comparison, verdict } = failingOutcome()
    expect(await reread()).toMatchObject({ comparison, verdict })
  })

  it('names no other repository that it could be linked to', async () => {
    const { links: kept } = await reread({ repository: 'stranger/kb', commit: 'b'.repeat(40) })
    expect(kept).not.toHaveProperty('repository')
    expect(kept.run).toBe(links.run)
  })

  it.each([
    { repository: 'a/b](https://evil.example)', commit: 'b'.repeat(40) },
    { repository: 'octo/kb', commit: 'main' },
  ])('is refused where it says that of anything else: %j', async (source) => {
    await expect(reread(source)).rejects.toThrow('this report is damaged at corpus.source')
  })
})
