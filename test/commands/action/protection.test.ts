import { describe, expect, it } from 'vitest'
import type { OpenedJob } from '../../../src/commands/action/job.ts'
import { protection } from '../../../src/commands/action/protection.ts'
import { temporaryFolder, write } from '../../knowledge/temporary-workspace.ts'

const CONFIG = 'documents: { include: ["docs/**"] }\nqueries: questions.jsonl\nprotect: true\n'

/** A pull request whose config has one `baseline`, and its base branch another. */
function protectedBy(own: string, atBase: string) {
  const cwd = temporaryFolder()
  write(cwd, { 'retrieval-gate.yml': `${CONFIG}baseline: ${own}\n` })
  const getContent = async () => ({ data: `${CONFIG}baseline: ${atBase}\n` })
  const job = {
    mode: 'compare',
    inputs: { 'working-directory': '.' },
    api: { rest: { repos: { getContent } } },
    context: { owner: 'octo', repo: 'docs', against: { branch: 'main', commit: null } },
    cwd,
  }
  return protection(job as unknown as OpenedJob)
}

describe('a protected gate', () => {
  it.each([
    ['recompute', 'auto', 'recompute'],
    ['artifact', 'mine.json', 'artifact'],
    ['none', 'artifact', 'artifact'],
    ['mine.json', 'recompute', 'recompute'],
    ['mine.json', 'none', 'none'],
  ])('with %s, and %s on the base branch, compares with %s', async (own, atBase, baseline) => {
    expect(await protectedBy(own, atBase)).toEqual({ protect: true, baseline })
  })

  it.each(['none', 'base.json'])('never compares with a file of the pull request: %s', async (own) => {
    expect(await protectedBy(own, 'base.json')).toEqual({ protect: true, baseline: 'auto' })
  })
})
