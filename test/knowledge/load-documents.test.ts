import { createHash } from 'node:crypto'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { corpusFingerprint } from '../../src/knowledge/corpus-fingerprint.ts'
import { type DocumentsOptions, loadDocuments } from '../../src/knowledge/load-documents.ts'
import { git, temporaryFolder, write } from './temporary-workspace.ts'

function workspace(files: Record<string, string | Uint8Array>): string {
  const root = temporaryFolder()
  git(root, 'init', '-q')
  write(root, files)
  return root
}

function load(root: string, options: Partial<DocumentsOptions> = {}) {
  return loadDocuments({ root, include: ['**/*'], exclude: [], outputFolder: 'out', ...options })
}

const paths = ({ documents }: { documents: readonly { id: string }[] }) => documents.map((document) => document.id)

describe('loadDocuments', () => {
  it('gives each file its path as id, its text and the SHA-256 of that', async () => {
    const root = workspace({ 'docs/a.md': '# A\n' })
    const hash = createHash('sha256').update('# A\n').digest('hex')
    expect(await load(root)).toEqual({
      documents: [{ id: 'docs/a.md', path: 'docs/a.md', text: '# A\n', hash, bytes: 4 }],
      skipped: {},
    })
  })

  it('gives a Windows checkout the hash of the same file elsewhere, and drops a byte order mark', async () => {
    const root = workspace({ 'unix.md': 'a\nb\n', 'windows.md': 'a\r\nb\r\n', 'mark.md': '\uFEFFa\nb\n' })
    const { documents } = await load(root)
    expect(new Set(documents.map((document) => document.hash)).size).toBe(1)
    expect(documents.map((document) => document.text)).toEqual(['a\nb\n', 'a\nb\n', 'a\r\nb\r\n'])
  })

  it('skips and counts what is not text that people wrote', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`
    const root = workspace({
      'a.md': 'text',
      'image.md': new Uint8Array([137, 80, 0, 71]),
      'latin1.md': new Uint8Array([0x63, 0x61, 0x66, 0xe9]),
      'pointer.md': pointer,
      'large.md': 'x'.repeat(101),
    })
    const loaded = await load(root, { maxBytes: 100 })
    expect(paths(loaded)).toEqual(['a.md'])
    expect(loaded.skipped).toEqual({ 'binary or not UTF-8': 2, 'larger than maxBytes': 2 })
    expect((await load(root)).skipped).toEqual({ 'Git LFS pointers': 1, 'binary or not UTF-8': 2 })
  })

  it('never follows a symlink out of the workspace', async () => {
    const outside = temporaryFolder()
    write(outside, { 'secret.md': 'secret' })
    const root = workspace({ 'a.md': 'a' })
    symlinkSync(join(outside, 'secret.md'), join(root, 'file.md'))
    symlinkSync(outside, join(root, 'folder'))
    const loaded = await load(root)
    expect(paths(loaded)).toEqual(['a.md'])
    expect(loaded.skipped).toEqual({ 'symlinks outside the workspace': 2 })
  })

  it('refuses a tracked file whose folder has given way to a link to the outside', async () => {
    const outside = temporaryFolder()
    write(outside, { 'b.md': 'secret' })
    const root = workspace({ 'a.md': 'a', 'docs/b.md': 'b' })
    git(root, 'add', '.')
    rmSync(join(root, 'docs'), { recursive: true })
    symlinkSync(outside, join(root, 'docs'))
    const loaded = await load(root, { include: ['**/*.md'] })
    expect(paths(loaded)).toEqual(['a.md'])
    expect(loaded.skipped).toEqual({ 'symlinks outside the workspace': 1 })
  })

  it('reads a file once when symlinks inside the workspace repeat it, and by the link where only that is selected', async () => {
    const root = workspace({ 'CLAUDE.md': 'rules', 'other/z.md': 'z' })
    symlinkSync('CLAUDE.md', join(root, 'AGENTS.md'))
    symlinkSync('other', join(root, 'linked'))
    symlinkSync('nowhere.md', join(root, 'broken.md'))
    const loaded = await load(root)
    expect(paths(loaded)).toEqual(['CLAUDE.md', 'other/z.md'])
    expect(loaded.skipped).toEqual({ 'symlinks to documents already read': 1, 'symlinks to folders': 1 })
    expect(paths(await load(root, { exclude: ['CLAUDE.md'] }))).toEqual(['AGENTS.md', 'other/z.md'])
  })

  it('says which patterns matched nothing and how many files it looked at', async () => {
    const root = workspace({ 'a.txt': 'a', 'b.txt': 'b' })
    await expect(load(root, { include: ['docs/**/*.md'], exclude: ['x/**'] })).rejects.toThrow(
      /no documents[\s\S]*docs\/\*\*\/\*\.md, excluding x\/\*\*[\s\S]*2 files looked at, 0 match/,
    )
    await expect(load(root, { maxBytes: 0 })).rejects.toThrow(/2 match; left out: 2 larger than maxBytes/)
    await expect(load(join(root, 'nowhere'))).rejects.toThrow(/does not exist/)
  })
})

describe('corpusFingerprint', () => {
  it('depends on ids and contents, not on their order', () => {
    const [a, b] = [
      { id: 'a', hash: '1' },
      { id: 'b', hash: '2' },
    ]
    expect(corpusFingerprint([a, b])).toBe(corpusFingerprint([b, a]))
    expect(corpusFingerprint([a, b])).not.toBe(
      corpusFingerprint([
        { ...a, hash: '2' },
        { ...b, hash: '1' },
      ]),
    )
    expect(corpusFingerprint([a])).toMatch(/^[0-9a-f]{64}$/)
  })
})
