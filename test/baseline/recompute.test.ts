import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { mergeBase } from '../../src/baseline/merge-base.ts'
import { rebuildable, withinProcess } from '../../src/baseline/rebuildable.ts'
import { GitFailure, git as runGit } from '../../src/baseline/run-git.ts'
import { withWorktree } from '../../src/baseline/worktree.ts'
import { decideOutcome } from '../../src/decide-outcome.ts'
import type { StrategyType } from '../../src/strategies/strategy.ts'
import { git, temporaryFolder, write } from '../knowledge/temporary-workspace.ts'
import { CONFIG, commit, gatedRepository, runGate } from '../support/gated-repository.ts'

const options = { env: process.env }

function repository(): string {
  const folder = temporaryFolder()
  git(folder, 'init', '-q', '-b', 'main')
  write(folder, { 'a.md': 'a' })
  commit(folder, 'the first')
  return folder
}

describe('the merge base', () => {
  it('is with the main branch, as the remote has it before as it is here', async () => {
    const origin = repository()
    const clone = join(temporaryFolder(), 'clone')
    git(origin, 'clone', '-q', origin, clone)
    const start = git(clone, 'rev-parse', 'HEAD').trim()
    commit(clone, 'not pushed')
    expect(await mergeBase(clone, {}, options)).toEqual({ commit: start, branch: 'origin/main' })
  })

  it('is with `main` or `master` where there is no remote', async () => {
    const folder = repository()
    const start = git(folder, 'rev-parse', 'HEAD').trim()
    expect(await mergeBase(folder, {}, options)).toEqual({ commit: start, branch: 'main' })
    git(folder, 'branch', '-m', 'main', 'master')
    expect(await mergeBase(folder, {}, options)).toEqual({ commit: start, branch: 'master' })
    git(folder, 'branch', '-m', 'master', 'trunk')
    await expect(mergeBase(folder, {}, options)).rejects.toThrow(/no main branch.*--base/)
  })

  it('is fetched with a branch that was never fetched', async () => {
    const origin = repository()
    const start = git(origin, 'rev-parse', 'HEAD').trim()
    const clone = join(temporaryFolder(), 'clone')
    git(origin, 'clone', '-q', '--single-branch', origin, clone)
    git(origin, 'checkout', '-q', '-b', 'release')
    commit(origin, 'release')
    commit(clone, 'mine')
    for (const revision of ['release', 'origin/release']) {
      expect(await mergeBase(clone, { revision }, options)).toEqual({ commit: start, branch: revision })
    }
    expect(git(clone, 'rev-parse', '--is-shallow-repository').trim()).toBe('false')
  })

  it('is none of two histories that never met', async () => {
    const folder = repository()
    git(folder, 'checkout', '-q', '--orphan', 'other')
    commit(folder, 'another beginning')
    await expect(mergeBase(folder, {}, options)).rejects.toThrow(/no commit in common/)
  })

  it('cannot be told outside of git', async () => {
    await expect(mergeBase(temporaryFolder(), {}, options)).rejects.toThrow(GitFailure)
  })
})

describe('a temporary work tree', () => {
  it('has the submodules that the repository has checked out, at the commits they had', async () => {
    const inner = repository()
    const outer = repository()
    git(outer, 'submodule', '--quiet', 'add', inner, 'part')
    const start = commit(outer, 'with a part')
    write(join(outer, 'part'), { 'a.md': 'changed' })
    commit(join(outer, 'part'), 'changed')
    commit(outer, 'a newer part')
    const seen = await withWorktree(outer, start, options, async (folder) => {
      expect(git(join(folder, 'part'), 'status', '--porcelain')).toBe('')
      return readFileSync(join(folder, 'part/a.md'), 'utf8')
    })
    expect(seen).toBe('a')
    for (const folder of [outer, join(outer, 'part')]) {
      expect(git(folder, 'worktree', 'list', '--porcelain').match(/^worktree /gm)).toHaveLength(1)
    }
    expect(git(outer, 'status', '--porcelain')).toBe('')
  })

  it('is gone when it could not be filled', async () => {
    const folder = repository()
    const temporary = temporaryFolder()
    const env = { ...process.env, RUNNER_TEMP: temporary }
    const filling = withWorktree(folder, '0'.repeat(40), { env }, async () => 'used')
    await expect(filling).rejects.toThrow(GitFailure)
    expect(readdirSync(temporary)).toEqual([])
    expect(existsSync(join(folder, '.git/worktrees'))).toBe(false)
  })

  it('does not turn up in the repository while it is in use', async () => {
    const folder = repository()
    const start = git(folder, 'rev-parse', 'HEAD').trim()
    const [first, second] = await Promise.all(
      [1, 2].map(() => withWorktree(folder, start, options, (tree) => runGit(tree, ['rev-parse', 'HEAD']))),
    )
    expect(first?.trim()).toBe(start)
    expect(second?.trim()).toBe(start)
  })
})

describe('a strategy that reaches something outside the repository', () => {
  const type = (external: boolean): StrategyType<unknown> => ({
    summary: '',
    schema: z.unknown(),
    external,
    parts: (settings) => (settings as { of?: string[] }).of ?? [],
    build: async () => {
      throw new Error('not built here')
    },
  })
  const types = { local: type(false), engine: type(true) }

  it('is left out, and with it whatever is made of it', () => {
    const entries = {
      words: { type: 'local', settings: {} },
      mine: { type: 'engine', settings: {} },
      both: { type: 'local', settings: { of: ['words', 'mine'] } },
      above: { type: 'local', settings: { of: ['both'] } },
    }
    const { kept, left } = rebuildable(entries, types)
    expect(Object.keys(kept)).toEqual(['words'])
    expect(left).toEqual(['mine', 'both', 'above'])
  })

  it('stays where it loads the files into what it asks, and so does what is made of it', () => {
    const loading = {
      ...type(true),
      loads: (settings: unknown) => (settings as { index?: object }).index !== undefined,
    }
    const entries = {
      loaded: { type: 'engine', settings: { index: {} } },
      asked: { type: 'engine', settings: {} },
      above: { type: 'local', settings: { of: ['loaded'] } },
    }
    const { kept, left } = rebuildable(entries, { ...types, engine: loading })
    expect(Object.keys(kept)).toEqual(['loaded', 'above'])
    expect(left).toEqual(['asked'])
    expect(withinProcess(entries, { ...types, engine: loading }).left).toEqual(['loaded', 'asked', 'above'])
  })

  /** What becomes of it when the base was evaluated without `mine`. */
  async function decided(strategies: string, notRecomputed: string[]) {
    const folder = gatedRepository()
    const { report: base } = await runGate(folder, { baseline: 'none' })
    write(folder, { 'retrieval-gate.yml': CONFIG + strategies })
    const { report } = await runGate(folder, { baseline: 'none' })
    const baseline = { report: base, label: 'main', source: 'recompute', note: 'main', notRecomputed }
    return decideOutcome(report, baseline, { root: null, seed: 'seed', links: {} })
  }

  it('is not compared, and no reason to fail', async () => {
    const { verdict, comparison } = await decided('  mine: { type: bm25, k1: 2 }\n', ['mine'])
    expect(verdict.status).toBe('pass')
    expect(verdict.results[1]).toMatchObject({
      strategy: 'mine',
      status: 'not compared',
      why: 'mine reaches something outside this job, which cannot be rebuilt for the base',
    })
    expect(comparison?.newStrategies).toEqual([])
  })

  it('is missed where the head has it no more', async () => {
    expect((await decided('', ['mine'])).verdict).toMatchObject({ status: 'invalid' })
    expect((await decided('  ours: { type: bm25, renamedFrom: mine }\n', ['mine'])).verdict.status).toBe('pass')
  })
})
