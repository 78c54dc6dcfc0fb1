import { describe, expect, it } from 'vitest'
import { selectFiles, withSlashes } from '../../src/knowledge/select-files.ts'

const FILES = [
  '.github/CONTRIBUTING.md',
  'README.md',
  'docs/.draft.md',
  'docs/a.md',
  'docs/deep/b.md',
  'src/a.test.ts',
  'src/a.ts',
]

describe('selectFiles', () => {
  it('takes what matches an include pattern and no exclude pattern, in the order given', () => {
    expect(selectFiles(FILES, ['src/**/*.ts', 'docs/**/*.md'], ['**/*.test.ts'])).toEqual([
      'docs/a.md',
      'docs/deep/b.md',
      'src/a.ts',
    ])
  })

  it('takes hidden files only for a pattern that names a dot', () => {
    expect(selectFiles(FILES, ['**/*.md'], [])).toEqual(['README.md', 'docs/a.md', 'docs/deep/b.md'])
    expect(selectFiles(FILES, ['.github/**'], [])).toEqual(['.github/CONTRIBUTING.md'])
    expect(selectFiles(FILES, ['docs/.*'], [])).toEqual(['docs/.draft.md'])
  })

  it('excludes hidden files by any pattern', () => {
    expect(selectFiles(FILES, ['.github/**', 'docs/.*'], ['**/*.md'])).toEqual([])
  })

  it('takes a folder for all that is in it, and patterns with ./ or / in front', () => {
    expect(selectFiles(FILES, ['docs'], ['docs/deep/'])).toEqual(['docs/a.md'])
    expect(selectFiles(FILES, ['./docs/*.md', '/src/a.ts'], [])).toEqual(['docs/a.md', 'src/a.ts'])
    expect(selectFiles(FILES, ['.'], ['src', 'docs'])).toEqual(['README.md'])
  })

  it('takes # literally and refuses !, which other tools read as "not"', () => {
    expect(selectFiles(['#notes.md', 'a.md'], ['#notes.md'], [])).toEqual(['#notes.md'])
    expect(() => selectFiles(FILES, ['!docs/**'], [])).toThrow(/documents\.exclude/)
  })

  it('reads a backslash in a pattern as an escape on every platform', () => {
    expect(selectFiles(['docs/[x].md', 'docs/x.md'], ['docs/\\[x\\].md'], [])).toEqual(['docs/[x].md'])
  })
})

describe('withSlashes', () => {
  it('turns Windows paths round and leaves a backslash in a name elsewhere', () => {
    expect(withSlashes('docs\\deep\\b.md', '\\')).toBe('docs/deep/b.md')
    expect(withSlashes('odd\\name.md', '/')).toBe('odd\\name.md')
  })
})
