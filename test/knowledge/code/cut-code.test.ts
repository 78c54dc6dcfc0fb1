import { describe, expect, it } from 'vitest'
import { chunkDocuments } from '../../../src/knowledge/chunk-documents.ts'
import { contentHash } from '../../../src/knowledge/content-hash.ts'
import { makeDocument } from '../make-document.ts'

const cut = (path: string, lines: readonly string[], maxTokens = 256) =>
  chunkDocuments([makeDocument(path, lines.join('\n'))], { by: 'code', maxTokens, overlap: 0 })
/** Chunks as "first-last: headings". */
const places = async (path: string, lines: readonly string[], maxTokens?: number) =>
  (await cut(path, lines, maxTokens)).map(({ startLine, endLine, headings }) =>
    [`${startLine}-${endLine}`, ...headings].join(' | '),
  )

describe('the chunker "code"', () => {
  it('cuts TypeScript into imports, definitions with their comments, and statements', async () => {
    const lines = [
      "import { a } from './a.ts'",
      "import b from 'b'",
      "export * from './c.ts'",
      '',
      '/** Adds. */',
      'export function add(x: number, y: number): number {',
      '  return x + y // here',
      '}',
      '',
      'add(1, 2)',
      'add(3, 4)',
    ]
    expect(await places('a.ts', lines)).toEqual(['1-3', '5-8', '10-11'])
  })

  it('gives a class that fits whole, with decorators and members', async () => {
    const lines = ['// why', '@Injectable()', 'export class A {', '  @Input() x = 1', '', '  get y() { return 2 }', '}']
    expect(await places('a.ts', lines)).toEqual(['1-7'])
  })

  it('cuts a class that is too large at its members, under its signature', async () => {
    const body = Array.from({ length: 6 }, (_, index) => `    this.value${index} = compute(${index}, other)`)
    const lines = [
      'export class Store<T> extends Map<string, T> {',
      '  /** Reads. */',
      '  @Memo()',
      '  read() {',
      ...body,
      '  }',
      '',
      '  write(value: T) {',
      ...body,
      '  }',
      '}',
    ]
    expect(await places('a.ts', lines, 104)).toEqual([
      '1-11 | export class Store<T> extends Map<string, T>',
      '13-21 | export class Store<T> extends Map<string, T>',
    ])
  })

  it('cuts a function that is too large between statements, each piece under its signature', async () => {
    const lines = [
      'export const run = async (',
      '  input: string,',
      ') => {',
      '  const first = await read(input)',
      '  if (first) {',
      '    deeper(first, second, third, fourth)',
      '    return',
      '  }',
      '  for (const each of first) use(each)',
      '}',
    ]
    expect(await places('a.ts', lines, 27)).toEqual([
      '1-4 | export const run = async ( input: string, )',
      '5-8 | export const run = async ( input: string, )',
      '9-10 | export const run = async ( input: string, )',
    ])
  })

  it('merges small neighbours of one kind, and keeps large ones apart', async () => {
    const small = ['const a = 1', 'const b = 2', '', 'function c() {}']
    expect(await places('a.js', small, 40)).toEqual(['1-4'])
    const half = (name: string) => [
      `function ${name}() {`,
      '  return one(two, three, four, five, six)',
      '  return one(two, three)',
      '}',
    ]
    expect(await places('a.js', [...half('f'), ...half('g')], 60)).toEqual(['1-4', '5-8'])
  })

  it('puts a comment that stands alone with what follows it', async () => {
    expect(await places('a.ts', ['// Licence', '', "import a from 'a'", '', 'run()'])).toEqual(['1-3', '5-5'])
  })

  it('keeps the signatures of the classes around a function that is cut', async () => {
    const lines = [
      'namespace Outer {',
      '  export class Inner {',
      '    method(a: number) {',
      '      first(a, a, a)',
      '      second(a, a, a)',
      '      third(a, a, a)',
      '    }',
      '  }',
      '}',
    ]
    const [head, ...rest] = await places('a.ts', lines, 22)
    expect(head).toMatch(/^1-/)
    expect(rest.at(-1)).toBe('5-9 | namespace Outer | export class Inner | method(a: number)')
  })

  it('cuts a large table between its entries', async () => {
    const lines = ['const table = {', ...Array.from({ length: 20 }, (_, index) => `  key${index}: ${index},`), '}']
    const chunks = await cut('a.ts', lines, 30)
    expect(chunks.length).toBeGreaterThan(2)
    for (const { headings, tokens } of chunks) {
      expect(headings).toEqual(['const table'])
      expect(tokens).toBeLessThanOrEqual(30)
    }
  })

  it('reads TSX', async () => {
    const lines = [
      "import React from 'react'",
      '',
      'export const App = () => (',
      '  <p title="x">',
      '    hi',
      '  </p>',
      ')',
    ]
    expect(await places('a.tsx', lines)).toEqual(['1-1', '3-7'])
  })

  it('cuts Python, with decorators, comments and docstrings', async () => {
    const lines = [
      'import os',
      'from .a import b',
      '',
      '',
      '# Says why.',
      '@app.route("/")',
      'def index(request):',
      '    """Shows."""',
      '    return render(request)',
      '',
      '',
      'class A(Base):',
      '    """Documented."""',
      '',
      '    limit = 3',
      '',
      '    async def run(self):',
      '        def nested():',
      '            return self.limit',
      '        return nested()',
      '',
      '',
      'if __name__ == "__main__":',
      '    index(None)',
    ]
    expect(await places('a.py', lines, 60)).toEqual(['1-2', '5-9', '12-20', '23-24'])
    expect(await places('a.py', lines, 30)).toEqual([
      '1-2',
      '5-9',
      '12-15 | class A(Base)',
      '17-20 | class A(Base)',
      '23-24',
    ])
  })

  it('cuts Go', async () => {
    const lines = [
      'package store',
      '',
      'import (',
      '\t"fmt"',
      ')',
      '',
      '// Store keeps.',
      'type Store struct {',
      '\tvalues map[string]int',
      '\tother string',
      '}',
      '',
      '// Get reads.',
      'func (s *Store) Get(key string) (int, error) {',
      '\tvalue, ok := s.values[key]',
      '\tif !ok { return 0, fmt.Errorf("no %s", key) }',
      '\treturn value, nil',
      '}',
    ]
    expect(await places('a.go', lines, 62)).toEqual(['1-5', '7-11', '13-18'])
    expect((await places('a.go', lines, 40)).at(-1)).toMatch(/\| func \(s \*Store\) Get\(key string\) \(int, error\)$/)
  })

  it('cuts Rust, with attributes and doc comments', async () => {
    const lines = [
      '//! The crate.',
      'use std::io;',
      '',
      '/// A store.',
      '#[derive(Debug)]',
      'pub struct Store {',
      '    value: u8,',
      '}',
      '',
      'impl Store {',
      '    /// Reads.',
      '    #[inline]',
      '    pub fn read(&self, key: &str) -> io::Result<u8> {',
      '        Ok(self.value)',
      '    }',
      '',
      '    pub fn write(&mut self, value: u8) {',
      '        self.value = value;',
      '    }',
      '}',
    ]
    expect(await places('a.rs', lines, 50)).toEqual(['1-2', '4-8', '10-15 | impl Store', '17-20 | impl Store'])
  })

  it('cuts Java, with annotations', async () => {
    const lines = [
      'package a.b;',
      '',
      'import java.util.List;',
      '',
      '/** Documented. */',
      '@Service',
      'public class A extends B implements C {',
      '    private final List<String> names;',
      '',
      '    @Override',
      '    public int run(int x) throws Exception {',
      '        return compute(x, x, names, names);',
      '    }',
      '',
      '    enum Kind { ONE, TWO }',
      '}',
    ]
    expect(await places('A.java', lines)).toEqual(['1-3', '5-16'])
    const signature = 'public class A extends B implements C'
    expect(await places('A.java', lines, 40)).toEqual(['1-3', `5-8 | ${signature}`, `10-16 | ${signature}`])
  })

  it('gives every chunk its lines as they stand, also where lines end with CR LF', async () => {
    const lines = ['/** A. */', 'function a() {', '  return 1', '}', '', 'a()']
    const unix = await cut('a.ts', lines)
    expect(unix.map(({ text }) => text)).toEqual([lines.slice(0, 4).join('\n'), 'a()'])
    const windows = [makeDocument('a.ts', lines.join('\r\n'))]
    expect(await chunkDocuments(windows, { by: 'code', maxTokens: 256, overlap: 0 })).toEqual(unix)
  })

  it('holds out against code nested without end', async () => {
    const sum = `const x = ${Array.from({ length: 20_000 }, (_, index) => index).join(' +\n  ')}`
    const chunks = await cut('a.ts', [sum], 50)
    expect(chunks.every(({ tokens }) => tokens <= 50)).toBe(true)
    expect(chunks.at(-1)?.endLine).toBe(20_000)
  })

  it('cuts what has too many errors at line ends, and says so', async () => {
    const text = 'this is no code at all, is it?\n'.repeat(20)
    const notes: string[] = []
    const document = makeDocument('a.go', text)
    const chunks = await chunkDocuments([document], { by: 'code', maxTokens: 32, overlap: 0 }, ({ id }, reason) =>
      notes.push(`${id} ${reason}`),
    )
    const asLines = await chunkDocuments([document], { by: 'lines', maxTokens: 32, overlap: 0 })
    expect(chunks).toEqual(asLines)
    expect(notes).toEqual(['a.go cut at line ends instead of by syntax, which has too many errors'])
  })

  it('outlives a text that would take more memory than there is', async () => {
    const deep = await cut('A.java', ['a<'.repeat(20_000)], 256)
    expect(deep.every(({ headings }) => headings.length === 0)).toBe(true)
    expect(await places('B.java', ['import a.B;', '', 'class C {}'])).toEqual(['1-1', '3-3'])
  })

  it('reads around a few errors', async () => {
    const lines = [
      'function a() {',
      '  return 1',
      '}',
      '',
      'let = = 3',
      '',
      '/** B. */',
      'function b() {',
      '  return 2',
      '}',
    ]
    const chunks = await cut('a.ts', lines, 16)
    expect(chunks.at(-1)?.text).toBe(lines.slice(6).join('\n'))
  })

  it('cuts Markdown by headings, and other files and records at line ends', async () => {
    const text = '# A\n\nfirst\n\n# B\n\nsecond'
    const config = { maxTokens: 4, overlap: 0 }
    for (const [path, by] of [
      ['a.md', 'heading'],
      ['a.txt', 'lines'],
      ['Makefile', 'lines'],
    ] as const) {
      const documents = [makeDocument(path, text)]
      expect(await chunkDocuments(documents, { by: 'code', ...config })).toEqual(
        await chunkDocuments(documents, { by, ...config }),
      )
    }
    const record = { id: 'a.ts', text, hash: contentHash(text) }
    expect(await chunkDocuments([record], { by: 'code', ...config })).toEqual(
      await chunkDocuments([record], { by: 'lines', ...config }),
    )
  })

  it('gives nothing for an empty file', async () => {
    for (const path of ['a.ts', 'a.py', 'a.go', 'a.rs', 'A.java']) expect(await cut(path, ['', ' '])).toEqual([])
  })
})
