import { describe, expect, it } from 'vitest'
import { checkTargets } from '../../src/evalset/check-targets.ts'
import { readNative } from '../../src/evalset/native-jsonl.ts'
import type { Document } from '../../src/model.ts'

const file = (path: string, text = 'x\n'): Document => ({ id: path, path, text, hash: path })
const record = (id: string): Document => ({ id, text: 'x', hash: id })

function check(expected: readonly unknown[], documents: readonly Document[]): string[] {
  const { queries } = readNative(`\n${JSON.stringify({ id: 'Q1', query: 'Where?', expected })}`, 'q.jsonl')
  return checkTargets({ path: 'q.jsonl', format: 'native', queries, fingerprint: '' }, documents)
}

const documents = [
  file('docs/guide.md'),
  file('docs/api/guide.md'),
  file('src/service.py', 'a\nb\nc'),
  file('app/[id]/page.tsx'),
  record('d1'),
]

describe('checkTargets', () => {
  it('says nothing about targets that are there', () => {
    const expected = ['docs/guide.md', 'docs/*.md', 'docs/**', { path: 'src/service.py', lines: [2, 3] }, { id: 'd1' }]
    expect(check(expected, documents)).toEqual([])
    expect(check([{ id: 'docs/guide.md' }, { id: 'docs/guide.md:1-1' }], documents)).toEqual([])
  })

  it('names line and nearest path of a path that is not in the knowledge base', () => {
    expect(check(['docs/gudie.md'], documents)).toEqual([
      'q.jsonl:2: query "Q1" expects "docs/gudie.md", which is not in the knowledge base; nearest: "docs/guide.md"',
    ])
  })

  it.each([
    ['doc/api/guide.md', 'docs/api/guide.md'],
    ['docs/Guide.md', 'docs/guide.md'],
    ['lib/service.py', 'src/service.py'],
    ['src/services.py', 'src/service.py'],
  ])('finds that %s was meant to be %s', (wrong, right) => {
    expect(check([wrong], documents)[0]).toContain(`nearest: "${right}"`)
  })

  it('names no path where none is near', () => {
    expect(check(['zebra.txt'], documents)).toEqual([
      'q.jsonl:2: query "Q1" expects "zebra.txt", which is not in the knowledge base',
    ])
  })

  it('explains how to expect a folder, and a file whose name looks like a pattern', () => {
    expect(check(['docs/api'], documents)[0]).toContain('it is a folder: write "docs/api/**" for any file in it')
    expect(check(['app/[id]/page.tsx'], documents)[0]).toContain('write "app/[[]id]/page.tsx"')
    expect(check(['app/[[]id]/page.tsx'], documents)).toEqual([])
  })

  it('names lines beyond the end of a file', () => {
    expect(check([{ path: 'src/service.py', lines: [2, 4] }], documents)).toEqual([
      'q.jsonl:2: query "Q1" expects "src/service.py:2-4", but this file ends at line 3',
    ])
    expect(check([{ path: 'a', lines: [1, 2] }], [file('a', 'one\r\n')])[0]).toContain('ends at line 1')
    expect(check([{ path: 'b', lines: [1, 2] }], documents)[0]).toContain('"b:1-2", which is not in the knowledge base')
  })

  it('names globs that match nothing and ids that nothing has', () => {
    expect(check(['docs/*.rst', { id: 'd2' }], documents)).toEqual([
      'q.jsonl:2: query "Q1" expects "docs/*.rst", which matches no file',
      'q.jsonl:2: query "Q1" expects document "d2", which is not in the knowledge base; nearest: "d1"',
    ])
  })

  it('counts what it does not list', () => {
    const warnings = check(
      Array.from({ length: 60 }, (_, index) => `missing-${index}.md`),
      documents,
    )
    expect(warnings).toHaveLength(51)
    expect(warnings.at(-1)).toBe('q.jsonl: 10 more targets are not in the knowledge base')
  })
})
