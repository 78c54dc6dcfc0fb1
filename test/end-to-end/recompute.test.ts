import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import type { RunOptions } from '../../src/open-run.ts'
import type { RunResult } from '../../src/pipeline.ts'
import type { Ports } from '../../src/ports.ts'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
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

const recompute = (folder: string, options: RunOptions = {}, ports: Partial<Ports> = {}): Promise<RunResult> =>
  runGate(folder, { baseline: 'recompute', ...options }, ports)

/** `main` as it was, and a branch that is checked out. */
function changed(files: Record<string, string> = {}): string {
  const folder = gatedRepository(files)
  git(folder, 'checkout', '-q', '-b', 'change')
  return folder
}

/** The report without what names the baseline. */
function measured({ files }: RunResult): unknown {
  const { baselineNote: _, comparison, ...rest } = JSON.parse(files.get('report.json') ?? '')
  return { ...rest, comparison: { ...comparison, base: null } }
}

describe('a recomputed baseline', () => {
  it('gives what two separate runs give, byte for byte', async () => {
    const folder = changed({ 'docs/more.md': '# More\n\nMore about passwords and themes.\n' })
    breakPages(folder, 3)
    git(folder, 'mv', pageOf(5), 'docs/moved.md')
    const lines = topics.map((topic, index) => question(index + 1, topic))
    lines[4] = lines[4]?.replace(pageOf(5), 'docs/moved.md') ?? ''
    write(folder, { 'eval.jsonl': `${lines.slice(0, 11).join('\n')}\n`, 'docs/new.md': page('webhooks and exports') })
    commit(folder, 'a change')
    const separate = await runGate(folder, { baseline: await reportAt(folder, 'main') })
    const together = await recompute(folder)
    expect(measured(together)).toEqual(measured(separate))
    expect(together.verdict).toEqual(separate.verdict)
    expect(together.comparison?.queries).toMatchObject({ removed: ['Q12'], rejudged: [] })
    for (const file of ['runs/bm25.run', 'qrels.txt', 'junit.xml'])
      expect(together.files.get(file)).toBe(separate.files.get(file))
  })

  it('fails a change that breaks answers, and says what it was compared with', async () => {
    const folder = changed()
    breakPages(folder, 4)
    const base = git(folder, 'rev-parse', 'main').trim()
    const { verdict, comparison, baselineNote } = await recompute(folder)
    expect(verdict).toMatchObject({ status: 'fail', broke: ['Q1', 'Q2', 'Q3', 'Q4'] })
    expect(comparison?.base).toEqual({ label: `main at ${base.slice(0, 7)}`, commit: base, source: 'recompute' })
    expect(baselineNote).toBe(`main at ${base.slice(0, 7)}, evaluated in this run`)
  })

  it('is of the merge base, not of the newest commit of the branch', async () => {
    const folder = changed()
    const start = commit(folder, 'nothing yet')
    git(folder, 'checkout', '-q', 'main')
    breakPages(folder, 5)
    commit(folder, 'main went on')
    git(folder, 'checkout', '-q', 'change')
    const { comparison } = await recompute(folder)
    expect(comparison?.base.commit).toBe(git(folder, 'rev-parse', `${start}^`).trim())
  })

  it('takes the base that is named', async () => {
    const folder = changed()
    const first = commit(folder, 'one')
    commit(folder, 'two')
    const { comparison } = await recompute(folder, { base: async () => ({ revision: 'HEAD~1' }) })
    expect(comparison?.base).toMatchObject({ commit: first, label: `HEAD~1 at ${first.slice(0, 7)}` })
  })

  it('sees files that nobody committed, and leaves them and the index as they are', async () => {
    const folder = changed()
    breakPages(folder, 2)
    write(folder, { 'docs/untracked.md': page('untracked') })
    write(folder, { 'docs/staged.md': page('staged') })
    git(folder, 'add', 'docs/staged.md')
    const before = git(folder, 'status', '--porcelain')
    const { report, comparison, verdict } = await recompute(folder)
    expect(Object.keys(report.documents)).toHaveLength(14)
    expect(verdict).toMatchObject({ status: 'fail', broke: ['Q1', 'Q2'] })
    expect(comparison?.base.source).toBe('recompute')
    expect(git(folder, 'status', '--porcelain')).toBe(before)
  })

  it('compares latencies, because both were measured here', async () => {
    const gate = 'gate: [{ metric: latency-p50, maxRatio: 1000, level: fail }, { metric: ndcg@10, maxDrop: 0.1 }]\n'
    const folder = changed({ 'retrieval-gate.yml': CONFIG + gate })
    const { verdict } = await recompute(folder, { timing: true })
    expect(verdict.latency).toHaveLength(1)
    expect(verdict.latency[0]).toMatchObject({ status: 'pass', baseline: 1, now: 1 })
  })

  it('has the latency that a new rule needs, whatever the base measured', async () => {
    const folder = changed()
    write(folder, { 'retrieval-gate.yml': `${CONFIG}gate: [{ metric: latency-p50, maxRatio: 1000, level: fail }]\n` })
    expect((await recompute(folder, { timing: true })).verdict.latency[0]).toMatchObject({ status: 'pass' })
  })
})

describe('the config of the base', () => {
  it('is its own', async () => {
    const folder = changed()
    write(folder, { 'retrieval-gate.yml': CONFIG.replace('docs/**/*.md', 'docs/page-1*.md') })
    const { comparison, report } = await recompute(folder)
    expect(Object.keys(report.documents)).toHaveLength(4)
    expect(comparison?.strategies[0]?.metrics['recall@5']?.base).toEqual(topics.map(() => 1))
  })

  it('is found under the name it had', async () => {
    const folder = changed({ 'retrieval-gate.yml': `${CONFIG}minPairs: 3\n` })
    git(folder, 'mv', 'retrieval-gate.yml', 'gate.yml')
    write(folder, { 'gate.yml': `${CONFIG}  other: { type: bm25, k1: 2 }\nminPairs: 3\n` })
    git(folder, 'add', '-A')
    const { comparison } = await recompute(folder, { config: 'gate.yml' })
    expect(comparison?.newStrategies).toEqual(['other'])
  })

  it("is the head's where the base has none", async () => {
    const folder = gatedRepository()
    git(folder, 'rm', '-q', '--cached', 'retrieval-gate.yml')
    git(folder, 'commit', '-q', '-m', 'no gate')
    git(folder, 'checkout', '-q', '-b', 'change')
    breakPages(folder, 2)
    commit(folder, 'a gate')
    expect((await recompute(folder)).verdict).toMatchObject({ status: 'fail', broke: ['Q1', 'Q2'] })
  })

  it("asks the head's questions of a base that had neither config nor questions", async () => {
    const folder = gatedRepository()
    git(folder, 'rm', '-q', '--cached', 'retrieval-gate.yml', 'eval.jsonl')
    git(folder, 'commit', '-q', '-m', 'no gate')
    git(folder, 'checkout', '-q', '-b', 'change')
    breakPages(folder, 2)
    commit(folder, 'a gate')
    const { verdict, comparison } = await recompute(folder)
    expect(verdict).toMatchObject({ status: 'fail', broke: ['Q1', 'Q2'] })
    expect(comparison?.queries.added).toEqual([])
  })

  it('may have fewer strategies', async () => {
    const folder = changed()
    write(folder, { 'retrieval-gate.yml': `${CONFIG}  other: { type: bm25, k1: 2 }\n` })
    const { comparison, verdict } = await recompute(folder)
    expect(comparison?.newStrategies).toEqual(['other'])
    expect(verdict.status).toBe('pass')
  })

  it('makes a strategy that is gone a reason not to decide', async () => {
    const folder = changed({ 'retrieval-gate.yml': `${CONFIG}  other: { type: bm25, k1: 2 }\n` })
    write(folder, { 'retrieval-gate.yml': CONFIG })
    expect((await recompute(folder)).verdict.status).toBe('invalid')
  })

  it('may keep fewer positions than the head looks at', async () => {
    const folder = changed()
    write(folder, { 'retrieval-gate.yml': `${CONFIG}metrics: [ndcg@80]\ngate: [{ metric: ndcg@80, maxDrop: 0.1 }]\n` })
    expect((await recompute(folder)).verdict).toMatchObject({ status: 'pass', results: [{ baseline: 1, now: 1 }] })
  })
})

describe('the temporary work tree', () => {
  /** Runs with a place of its own for temporary files, and tells what was left there and in the repository. */
  async function leftOver(folder: string, options: RunOptions = {}, ports: Partial<Ports> = {}) {
    const temporary = temporaryFolder()
    let seen = false
    const progress = (what: string) => {
      if (what.startsWith('base:')) seen ||= readdirSync(temporary).length > 0
      options.progress?.(what, 0, 0)
    }
    const env = { ...process.env, RUNNER_TEMP: temporary }
    const outcome = await recompute(folder, { ...options, progress }, { env, ...ports }).catch((error) => error)
    const known = git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)?.length
    return { outcome, seen, left: readdirSync(temporary), known, metadata: existsSync(join(folder, '.git/worktrees')) }
  }

  it('is gone afterwards', async () => {
    const gone = await leftOver(changed())
    expect(gone).toMatchObject({ seen: true, left: [], known: 1, metadata: false })
    expect(gone.outcome.verdict.status).toBe('pass')
  })

  it('is gone after an error', async () => {
    const folder = changed({ 'eval.jsonl': 'no json\n' })
    write(folder, { 'eval.jsonl': `${question(1)}\n` })
    const gone = await leftOver(folder)
    expect(gone).toMatchObject({ left: [], known: 1, metadata: false })
    expect(gone.outcome).toBeInstanceOf(UserError)
  })

  it('is gone after an interruption', async () => {
    const controller = new AbortController()
    const interruption = new UserError({ what: 'interrupted' })
    const progress = (what: string) => {
      if (what.startsWith('base:')) controller.abort(interruption)
    }
    const gone = await leftOver(changed(), { progress }, { signal: controller.signal })
    expect(gone).toMatchObject({ seen: true, outcome: interruption, left: [], known: 1, metadata: false })
  })

  it('runs none of the hooks of the repository', async () => {
    const folder = changed()
    const mark = join(temporaryFolder(), 'ran')
    writeFileSync(join(folder, '.git/hooks/post-checkout'), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 })
    await recompute(folder)
    expect(existsSync(mark)).toBe(false)
  })

  it('is made in a folder of a linked work tree as well', async () => {
    const folder = changed()
    const linked = join(temporaryFolder(), 'linked')
    git(folder, 'worktree', 'add', '-q', '-b', 'third', linked)
    breakPages(linked, 3)
    expect((await recompute(linked)).verdict.broke).toEqual(['Q1', 'Q2', 'Q3'])
    expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(2)
  })

  it('has the config in the folder where the head has it', async () => {
    const folder = temporaryFolder()
    git(folder, 'init', '-q', '-b', 'main')
    write(folder, {
      'part/retrieval-gate.yml': CONFIG,
      'part/eval.jsonl': `${topics.map((topic, index) => question(index + 1, topic)).join('\n')}\n`,
    })
    for (const [index, topic] of topics.entries()) write(folder, { [`part/${pageOf(index + 1)}`]: page(topic) })
    commit(folder, 'the first')
    git(folder, 'checkout', '-q', '-b', 'change')
    breakPages(join(folder, 'part'), 2)
    const { verdict } = await recompute(folder, { config: 'part/retrieval-gate.yml' })
    expect(verdict.broke).toEqual(['Q1', 'Q2'])
  })
})

describe('a shallow clone', () => {
  /** A clone with the newest commit alone, of a branch that left `main` some commits ago. */
  function shallowClone(): { clone: string; start: string } {
    const origin = gatedRepository()
    const start = git(origin, 'rev-parse', 'HEAD').trim()
    breakPages(origin, 1)
    commit(origin, 'main went on')
    git(origin, 'checkout', '-q', '-b', 'change', start)
    for (let turn = 0; turn < 5; turn++) commit(origin, `step ${turn}`)
    breakPages(origin, 3)
    commit(origin, 'the change')
    const clone = join(temporaryFolder(), 'clone')
    git(origin, 'clone', '-q', '--depth=1', '--branch=change', `file://${origin}`, clone)
    return { clone, start }
  }

  it('is deepened until it has the merge base', async () => {
    const { clone, start } = shallowClone()
    const { verdict, comparison } = await recompute(clone, { base: async () => ({ revision: 'origin/main' }) })
    expect(comparison?.base.commit).toBe(start)
    expect(verdict.broke).toEqual(['Q1', 'Q2', 'Q3'])
  })

  it('gets one commit where the merge base is known', async () => {
    const { clone, start } = shallowClone()
    const { verdict, baselineNote } = await recompute(clone, { base: async () => ({ commit: start, branch: 'main' }) })
    expect(verdict.broke).toEqual(['Q1', 'Q2', 'Q3'])
    expect(baselineNote).toBe(`main at ${start.slice(0, 7)}, evaluated in this run`)
    expect(git(clone, 'rev-list', '--count', 'HEAD').trim()).toBe('1')
  })

  it('says what is missing where nothing can be fetched', async () => {
    const { clone, start } = shallowClone()
    git(clone, 'remote', 'set-url', 'origin', 'file:///nowhere')
    const wanted = recompute(clone, { base: async () => ({ commit: start, branch: 'main' }) })
    await expect(wanted).rejects.toThrow(UserError)
    await expect(wanted).rejects.toThrow(/cannot be evaluated here/)
  })
})

describe('a base that cannot be evaluated', () => {
  it('is an error where it was asked for', async () => {
    const folder = gatedRepository()
    remove(folder, '.git')
    await expect(recompute(folder)).rejects.toThrow(UserError)
    const lonely = changed()
    await expect(recompute(lonely, { base: async () => ({ revision: 'nosuch' }) })).rejects.toThrow(UserError)
    await expect(recompute(lonely, { base: async () => ({ revision: '--help' }) })).rejects.toThrow(UserError)
  })

  it('names the file and line at the base', async () => {
    const folder = changed({ 'eval.jsonl': `${question(1)}\nno json\n` })
    const base = git(folder, 'rev-parse', '--short=7', 'HEAD').trim()
    write(folder, { 'eval.jsonl': `${question(1)}\n` })
    await expect(recompute(folder)).rejects.toThrow(`${base}:eval.jsonl:2`)
  })

  it('is none where it was only the next best, and both reasons are told', async () => {
    const folder = changed({ 'retrieval-gate.yml': 'nonsense: 1\n' })
    write(folder, { 'retrieval-gate.yml': CONFIG })
    const { verdict, baselineNote, comparison } = await runGate(folder, {
      baseline: 'auto',
      baselineProvider: async () => ({ none: 'no artifact', recompute: { revision: 'main' } }),
    })
    expect(verdict.status).toBe('pass')
    expect(comparison).toBeNull()
    expect(baselineNote).toMatch(/^no artifact; nor can the base be evaluated here: .*retrieval-gate\.yml:1/)
  })

  it('is an error of the head where the head is at fault', async () => {
    const folder = changed()
    write(folder, { 'eval.jsonl': 'no json\n' })
    const options = { baselineProvider: async () => ({ none: 'no artifact', recompute: { revision: 'main' } }) }
    await expect(runGate(folder, { baseline: 'auto', ...options })).rejects.toThrow('eval.jsonl:1')
  })
})

describe('baseline: auto', () => {
  it('recomputes where there is no artifact, and says why', async () => {
    const folder = changed()
    breakPages(folder, 2)
    const { baselineNote, verdict } = await runGate(folder, {
      baseline: 'auto',
      baselineProvider: async () => ({ none: 'no artifact', recompute: { revision: 'main' } }),
    })
    expect(verdict.broke).toEqual(['Q1', 'Q2'])
    expect(baselineNote).toMatch(/^main at [0-9a-f]{7}, evaluated in this run \(no artifact\)$/)
  })

  it('stays none outside of Actions', async () => {
    const { comparison, baselineNote } = await runGate(changed(), { baseline: 'auto' })
    expect(comparison).toBeNull()
    expect(baselineNote).toContain('--baseline recompute')
  })

  it('recomputes nothing where artifacts alone were asked for', async () => {
    const { baselineNote } = await runGate(changed(), {
      baseline: 'artifact',
      baselineProvider: async () => ({ none: 'no artifact', recompute: { revision: 'main' } }),
    })
    expect(baselineNote).toBe('no artifact')
  })
})

it('writes nothing into the repository but its reports', async () => {
  const folder = changed()
  await recompute(folder)
  expect(git(folder, 'status', '--porcelain')).toBe('')
  expect(readFileSync(join(folder, 'retrieval-gate-report/comment.md'), 'utf8')).toContain('main at')
})
