import { execFile } from 'node:child_process'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ActionRig } from '../support/github/action-rig.ts'
import { builtAction } from '../support/github/build-action.ts'
import type { ChangedFile } from '../support/github/state.ts'

let rig: ActionRig

beforeAll(async () => {
  await builtAction()
}, 120_000)
beforeEach(async () => {
  rig = await ActionRig.start()
})
afterEach(() => rig.stop())

const git = async (...args: string[]) => (await promisify(execFile)('git', args, { cwd: rig.repository.path })).stdout

const STATUS: Readonly<Record<string, string>> = { A: 'added', D: 'removed', M: 'modified', R: 'renamed' }

/** What GitHub tells of a change: git's own diff, without the header of each file. */
async function changedFiles(head: string): Promise<ChangedFile[]> {
  const names = (await git('diff', '-M', '--name-status', rig.main, head)).trim().split('\n')
  return Promise.all(
    names.map(async (line) => {
      const [status = '', first = '', second] = line.split('\t')
      const filename = second ?? first
      const diff = await git('diff', '-M', rig.main, head, '--', first, filename)
      const hunks = diff.slice(Math.max(0, diff.indexOf('\n@@') + 1))
      return {
        filename,
        ...(second === undefined ? {} : { previous_filename: first }),
        status: STATUS[status[0] ?? ''] ?? 'changed',
        ...(hunks.startsWith('@@') ? { patch: hunks.trimEnd() } : {}),
      }
    }),
  )
}

/** The annotations of a pull request with what is in the repository now. */
async function annotated(more: Parameters<ActionRig['pullRequest']>[0] = {}) {
  const head = await rig.repository.commit('a change')
  rig.github.state.changedFiles = await changedFiles(head)
  const result = await rig.pullRequest({ head, ...more })
  const lines = result.log.split('\n').filter((line) => /^::(error|warning|notice) title=/.test(line))
  return { ...result, lines }
}

describe('the annotations of a pull request', () => {
  it('are on the changed lines that held the answers, beside those on the eval set', async () => {
    await rig.push()
    await rig.repository.breakPages(2)
    const { code, lines } = await annotated()
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(3)
    expect(lines.filter((line) => line.startsWith('::warning'))).toEqual([
      '::warning title=Query Q1 broke,file=docs/page-1.md,line=1,endLine=1::This change touches the answer of Q1 (How do I set up passwords?). docs/page-1.md was at rank 1, is now not found.',
      '::warning title=Query Q2 broke,file=docs/page-2.md,line=1,endLine=1::This change touches the answer of Q2 (How do I set up backups?). docs/page-2.md was at rank 1, is now not found.',
    ])
  })

  it('are softer where the check stays green, ten of a kind at most', async () => {
    await rig.push()
    await rig.repository.breakPages(12)
    const { code, lines } = await annotated({ inputs: { 'fail-on-regression': 'false' } })
    expect(code).toBe(0)
    const ofKind = (kind: string) => lines.filter((line) => line.startsWith(`::${kind} `)).length
    expect([ofKind('error'), ofKind('warning'), ofKind('notice')]).toEqual([0, 9, 9])
  })

  it('name the new page that ranks above, once for all questions', async () => {
    await rig.push()
    await rig.repository.breakPages(2)
    const faq = '# How do I set up passwords and backups?\n\nPasswords, backups: set up passwords, set up backups.\n'
    await writeFile(join(rig.repository.path, 'docs/a, faq.md'), faq)
    const { lines } = await annotated()
    expect(lines.filter((line) => line.startsWith('::warning'))[0]).toBe(
      '::warning title=2 queries broke,file=docs/a%2C faq.md,line=1,endLine=3::This new text now ranks above the answer of 2 questions: Q1, Q2.',
    )
  })

  it('say that a page was moved or removed', async () => {
    await rig.push()
    const path = (name: string) => join(rig.repository.path, 'docs', name)
    await mkdir(path('new'))
    await rename(path('page-1.md'), path('new/passwords.md'))
    const { lines } = await annotated()
    expect(lines.filter((line) => line.startsWith('::warning'))).toEqual([
      '::warning title=Query Q1 broke,file=docs/new/passwords.md::This change moves the file that is named as the answer of Q1 (How do I set up passwords?). docs/page-1.md was at rank 1, has moved to docs/new/passwords.md.',
    ])
    expect(rig.github.state.comments[0]?.body).toContain(
      'Moved without a change: `docs/page-1.md` to `docs/new/passwords.md`.',
    )
  })

  it('are none on changed files where GitHub does not tell them: the verdict stands', async () => {
    await rig.push()
    await rig.repository.breakPages(2)
    let asked = 0
    rig.github.faults.push(({ path }) =>
      path.includes('/compare/') && ++asked > 2 ? { status: 403, body: { message: 'no' } } : undefined,
    )
    const { code, log, lines } = await annotated()
    expect(code).toBe(1)
    expect(lines.filter((line) => line.startsWith('::warning'))).toEqual([])
    expect(log).toMatch(/^No annotations on changed files: .*contents: read/m)
  })
})

describe('a loss in small steps', () => {
  /** Measures main again with so many pages broken, as if that had been on a day. */
  const pushed = async (broken: number, day: string) => {
    await rig.repository.breakPages(broken)
    await rig.push()
    const { runs } = rig.github.state
    runs[0] = { ...runs[0]!, created_at: `${day}T12:00:00Z` }
  }

  it('is shown in the comment, the summary and the report of a pull request, for two requests more', async () => {
    await pushed(0, '2020-01-01')
    await pushed(1, '2020-02-01')
    await pushed(2, '2020-03-01')
    await rig.repository.breakPages(3)
    rig.github.seen.length = 0
    const { summary, log } = await rig.pullRequest()
    const sentence =
      /Against the best earlier run \(`[0-9a-f]{7}`, 2020-01-01\): `bm25` ndcg@10 1\.000 → 0\.7\d\d \(−0\.2\d\d\), over 12 shared questions\./
    expect(rig.github.state.comments[0]?.body).toMatch(sentence)
    expect(summary).toMatch(sentence)
    expect(log).toMatch(/Against the best earlier run/)
    const zips = rig.github.calls.filter((call) => call.endsWith('/zip'))
    expect(zips).toHaveLength(3)
    const artifacts = rig.github.state.artifacts.filter(({ name }) => name === 'retrieval-gate-docs')
    const { overTime } = await reportOf(artifacts.at(-1)!.content)
    expect(overTime).toMatchObject([
      { kind: 'best', date: '2020-01-01', before: 1, questions: 12 },
      { kind: 'month', date: '2020-02-01' },
    ])
  })

  it('costs a pull request nothing but the words where the artifacts are gone', async () => {
    await pushed(0, '2020-01-01')
    await pushed(1, '2020-02-01')
    rig.github.state.artifacts[0]!.expired = true
    await rig.repository.breakPages(2)
    const { outputs } = await rig.pullRequest()
    expect(outputs.verdict).toBe('fail')
    expect(rig.github.state.comments[0]?.body).not.toContain('Over time')
  })
})

async function reportOf(zip: Buffer): Promise<{ overTime?: unknown }> {
  const { readZipEntry } = await import('../../src/github/read-zip-entry.ts')
  return JSON.parse(readZipEntry(zip, 'report.json', { entries: 99, bytes: 1e7, ratio: 200 }).toString())
}
