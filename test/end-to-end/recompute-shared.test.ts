import { existsSync, symlinkSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { unchangedSince } from '../../src/baseline/unchanged-files.ts'
import { withWorktree } from '../../src/baseline/worktree.ts'
import { git, write } from '../knowledge/temporary-workspace.ts'
import {
  breakPages,
  CONFIG,
  commit,
  gatedRepository,
  page,
  pageOf,
  question,
  remove,
  reportAt,
  runGate,
  topics,
} from '../support/gated-repository.ts'

const questions = `${topics.map((topic, index) => question(index + 1, topic)).join('\n')}\n`

/** What the gate says of the base, which it evaluates itself or finds in a report of a checkout of its own. */
async function bothWays(folder: string) {
  const separate = await runGate(folder, { baseline: await reportAt(folder, 'main') })
  const together = await runGate(folder, { baseline: 'recompute' })
  const measured = ({ files }: typeof together) => {
    const { baselineNote: _, comparison, ...rest } = JSON.parse(files.get('report.json')!)
    return { ...rest, comparison: { ...comparison, base: null } }
  }
  return { separate: measured(separate), together: measured(together) }
}

describe('a base that shares unchanged documents with the head is what a checkout of its own gives', () => {
  it.each<[string, Record<string, string>, (folder: string) => void]>([
    ['a file that was only touched', {}, (folder) => utimesSync(join(folder, pageOf(1)), 0, 0)],
    [
      'a changed file that git is told to take for unchanged',
      {},
      (folder) => {
        git(folder, 'update-index', '--assume-unchanged', pageOf(1))
        breakPages(folder, 1)
      },
    ],
    [
      'a file that left git and changed since',
      {},
      (folder) => {
        git(folder, 'rm', '-q', '--cached', pageOf(1))
        breakPages(folder, 1)
      },
    ],
    ['a file that is gone', {}, (folder) => remove(folder, pageOf(1))],
    ['a link whose target changed', {}, (folder) => write(folder, { 'other.txt': 'Nothing.\n' })],
    [
      'other line ends by a rule that changed',
      { '.gitattributes': '* eol=lf\n' },
      (folder) => write(folder, { '.gitattributes': '* eol=crlf\n' }),
    ],
    [
      'questions in a Markdown file that is a document too',
      { 'docs/questions.md': questions, 'retrieval-gate.yml': CONFIG.replace('eval.jsonl', 'docs/questions.md') },
      (folder) => write(folder, { [pageOf(1)]: page('nothing') }),
    ],
    [
      'questions in a Markdown file that the head no longer names',
      { 'docs/questions.md': questions, 'retrieval-gate.yml': CONFIG.replace('eval.jsonl', 'docs/questions.md') },
      (folder) => write(folder, { 'retrieval-gate.yml': CONFIG }),
    ],
    [
      'a lower limit of size at the base',
      { 'retrieval-gate.yml': CONFIG.replace('"] }', '"], maxBytes: 70 }') },
      (folder) => write(folder, { 'retrieval-gate.yml': CONFIG }),
    ],
  ])('%s', async (what, files, change) => {
    const folder = gatedRepository({ 'other.txt': page('themes'), ...files })
    if (what.startsWith('a link')) {
      symlinkSync('../other.txt', join(folder, 'docs/link.md'))
      commit(folder, 'a link')
    }
    git(folder, 'checkout', '-q', '-b', 'change')
    change(folder)
    const { separate, together } = await bothWays(folder)
    expect(together).toEqual(separate)
  })
})

describe('a work tree in which files may wait', () => {
  const options = { env: process.env, mayWait: (path: string) => path.endsWith('.md') }

  it('has them when they are asked for', async () => {
    const folder = gatedRepository({ 'docs/with space\tand "quotes".md': 'odd' })
    const start = git(folder, 'rev-parse', 'HEAD').trim()
    await withWorktree(folder, start, options, async (tree, waiting) => {
      expect(waiting.paths).toHaveLength(topics.length + 1)
      expect(existsSync(join(tree, 'eval.jsonl'))).toBe(true)
      expect(waiting.paths.filter((path) => existsSync(join(tree, path)))).toEqual([])
      await waiting.checkOut(waiting.paths)
      expect(waiting.paths.filter((path) => !existsSync(join(tree, path)))).toEqual([])
      expect(git(tree, 'status', '--porcelain')).toBe('')
    })
    expect(git(folder, 'status', '--porcelain')).toBe('')
  })

  it('has all of them at once where there are links', async () => {
    const folder = gatedRepository()
    symlinkSync('page-1.md', join(folder, 'docs/link.md'))
    const start = commit(folder, 'a link')
    await withWorktree(folder, start, options, async (tree, waiting) => {
      expect(waiting.paths).toEqual([])
      expect(existsSync(join(tree, pageOf(1)))).toBe(true)
    })
  })
})

it('takes nothing for unchanged where git does not look at every file', async () => {
  const folder = gatedRepository()
  const start = git(folder, 'rev-parse', 'HEAD').trim()
  breakPages(folder, 1)
  const isUnchanged = await unchangedSince(folder, start)
  expect([1, 2].map((number) => isUnchanged(pageOf(number)))).toEqual([false, true])
  git(folder, 'update-index', '--skip-worktree', pageOf(3))
  expect((await unchangedSince(folder, start))(pageOf(2))).toBe(false)
  expect((await unchangedSince(folder, '0'.repeat(40)))(pageOf(2))).toBe(false)
})
