import { mkdirSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles } from '../../src/knowledge/list-files.ts'
import { SkipCounts } from '../../src/knowledge/skipped.ts'
import { git, temporaryFolder, write } from './temporary-workspace.ts'

async function list(root: string, output = 'retrieval-gate-report') {
  const skipped = new SkipCounts()
  return { files: await listFiles(root, output, skipped), skipped: skipped.toRecord() }
}

describe('in a git repository', () => {
  it('lists tracked and untracked files, and neither ignored ones nor those that have gone from the disk', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q')
    write(root, { '.gitignore': 'build/\n', 'b.md': 'b', 'gone.md': 'x', 'build/out.md': 'x' })
    git(root, 'add', '.')
    write(root, { 'a/new.md': 'a' })
    rmSync(join(root, 'gone.md'))
    expect((await list(root)).files).toEqual(['.gitignore', 'a/new.md', 'b.md'])
  })

  it('lists what is below a folder of the repository relative to that folder', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q')
    write(root, { 'outside.md': 'x', 'docs/in/side.md': 'x' })
    expect((await list(join(root, 'docs'))).files).toEqual(['in/side.md'])
  })

  it('leaves the output folder out, given relative or absolute, and nothing beside it', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q')
    write(root, { 'out/report.md': 'x', 'out-of-date.md': 'x' })
    expect((await list(root, 'out')).files).toEqual(['out-of-date.md'])
    expect((await list(root, join(root, 'out/'))).files).toEqual(['out-of-date.md'])
    expect((await list(root, '..')).files).toEqual(['out-of-date.md', 'out/report.md'])
  })

  it('takes any file name that the disk takes', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q')
    const names = [
      '--version',
      '-n.md',
      'a b.md',
      '"quoted".md',
      'new\nline.md',
      'tab\t.md',
      '文档.md',
      'e\u0301.md',
      '\u00e9.md',
      "it's $(x).md",
    ]
    write(root, Object.fromEntries(names.map((name) => [name, 'x'])))
    expect((await list(root)).files).toEqual([...names].sort())
  })

  it('sorts by code units whatever the order on disk', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q')
    write(root, { 'b.md': '', 'B.md': '', 'a/z.md': '', 'a.md': '', 'ä.md': '' })
    expect((await list(root)).files).toEqual(['B.md', 'a.md', 'a/z.md', 'b.md', 'ä.md'])
  })

  it('lists an unmerged file once', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q', '-b', 'main')
    const commit = (text: string) => {
      write(root, { 'a.md': text })
      git(root, 'add', '.')
      git(root, 'commit', '-qm', text)
    }
    commit('one')
    git(root, 'checkout', '-qb', 'other')
    commit('two')
    git(root, 'checkout', '-q', 'main')
    commit('three')
    expect(() => git(root, 'merge', 'other')).toThrow()
    expect((await list(root)).files).toEqual(['a.md'])
  })

  it('lists the files of a submodule that is checked out and counts one that is not', async () => {
    const library = temporaryFolder()
    git(library, 'init', '-q')
    write(library, { 'docs/guide.md': 'x' })
    git(library, 'add', '.')
    git(library, 'commit', '-qm', 'guide')
    const root = temporaryFolder()
    git(root, 'init', '-q')
    git(root, 'submodule', 'add', '-q', library, 'vendor/library')
    write(root, { 'a.md': 'x', 'vendor/library/new.md': 'x' })
    git(root, 'add', '.')
    git(root, 'commit', '-qm', 'all')
    expect(await list(root)).toEqual({
      files: ['.gitmodules', 'a.md', 'vendor/library/docs/guide.md', 'vendor/library/new.md'],
      skipped: {},
    })
    git(root, 'submodule', 'deinit', '-f', 'vendor/library')
    expect(await list(root)).toEqual({ files: ['.gitmodules', 'a.md'], skipped: { 'submodules not checked out': 1 } })
  })

  it('counts a repository that merely lies in the folder and does not look into it', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q')
    write(root, { 'a.md': 'x', 'base/b.md': 'x' })
    git(join(root, 'base'), 'init', '-q')
    expect(await list(root)).toEqual({ files: ['a.md'], skipped: { 'nested repositories': 1 } })
  })

  it('stops with what git says where git refuses the repository', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q')
    write(root, { '.git/config': '[core\n', 'a.md': 'x' })
    await expect(list(root)).rejects.toMatchObject({ name: 'UserError' })
    await expect(list(root)).rejects.toThrow(/git cannot list the files[\s\S]*config/)
  })

  it('stops when it is told to', async () => {
    const root = temporaryFolder()
    git(root, 'init', '-q')
    await expect(listFiles(root, 'out', new SkipCounts(), AbortSignal.abort())).rejects.toThrow(/abort/i)
  })
})

describe('without git', () => {
  it('walks the folder, hidden files too, but neither .git nor node_modules nor linked folders', async () => {
    const root = temporaryFolder()
    write(root, {
      'b/c.md': 'x',
      '.hidden/d.md': 'x',
      'a.md': 'x',
      'node_modules/m/README.md': 'x',
      'out/report.md': 'x',
    })
    mkdirSync(join(root, 'b/.git'))
    write(root, { 'b/.git/e.md': 'x' })
    symlinkSync('..', join(root, 'b/up'))
    expect((await list(root, 'out')).files).toEqual(['.hidden/d.md', 'a.md', 'b/c.md', 'b/up'])
  })
})
