import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readNative } from '../../src/evalset/native-jsonl.ts'

const read = (...lines: readonly (string | object)[]) =>
  readNative(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'), 'q.jsonl')

const judgments = (record: object) => read({ id: 'Q', query: 'Where?', ...record }).queries[0]?.judgments

const problems = (record: object) =>
  read({ id: 'Q', query: 'Where?', ...record }).problems.map(({ line, what }) => `${line}: ${what}`)

describe('what answers a query', () => {
  it('is the first of expected_files most of all, and globs among them are families', () => {
    expect(judgments({ expected_files: ['src/provider.rs', 'src/*.rs', 'b.md'] })).toEqual([
      { id: 'src/provider.rs', target: { kind: 'file', path: 'src/provider.rs' }, grade: 2 },
      { id: 'src/*.rs', target: { kind: 'glob', pattern: 'src/*.rs' }, grade: 1 },
      { id: 'b.md', target: { kind: 'file', path: 'b.md' }, grade: 1 },
    ])
  })

  it('may be lines, files, globs and ids with grades; the grade that is not given is 1', () => {
    const expected = [
      { path: 'auth/service.py', lines: [10, 25], grade: 2 },
      { path: 'a.md' },
      { path: 'docs/**/*.md', grade: 0 },
      { id: 'doc 7', grade: 3 },
      'b.md',
    ]
    expect(judgments({ expected })).toEqual([
      {
        id: 'auth/service.py:10-25',
        target: { kind: 'lines', path: 'auth/service.py', startLine: 10, endLine: 25 },
        grade: 2,
      },
      { id: 'a.md', target: { kind: 'file', path: 'a.md' }, grade: 1 },
      { id: 'docs/**/*.md', target: { kind: 'glob', pattern: 'docs/**/*.md' }, grade: 0 },
      { id: 'doc 7', target: { kind: 'id', id: 'doc 7' }, grade: 3 },
      { id: 'b.md', target: { kind: 'file', path: 'b.md' }, grade: 1 },
    ])
  })

  it('may be one document id', () => {
    expect(judgments({ expected_id: 'x' })).toEqual([{ id: 'x', target: { kind: 'id', id: 'x' }, grade: 1 }])
    expect(judgments({ expected_id: 12 })?.[0]?.target).toEqual({ kind: 'id', id: '12' })
  })

  it.each([{ expected: [] }, { expected_files: [] }, { expected_id: null }])('may be nothing at all: %j', (record) => {
    expect(judgments(record)).toEqual([])
  })

  it('has paths in one spelling', () => {
    expect(judgments({ expected_files: ['.\\src\\a.ts', 'src//x/../b.ts'] })?.map(({ id }) => id)).toEqual([
      'src/a.ts',
      'src/b.ts',
    ])
  })

  it('counts an entry of expected_files once, where it stands first', () => {
    expect(
      judgments({ expected_files: ['a.md', './a.md', 'b.md', 'a.md'] })?.map(({ id, grade }) => [id, grade]),
    ).toEqual([
      ['a.md', 2],
      ['b.md', 1],
    ])
  })

  it('counts an entry of expected once and warns, and refuses two grades for one target', () => {
    const twice = read({ id: 'Q', query: 'Where?', expected: ['a.md', 'a.md'] })
    expect(twice.queries[0]?.judgments).toHaveLength(1)
    expect(twice.warnings).toEqual(['q.jsonl:1: "a.md" is expected twice and counts once'])
    expect(problems({ expected: ['a.md', { path: 'a.md', grade: 3 }] })).toEqual([
      '1: "a.md" is judged twice, with grades 1 and 3',
    ])
  })

  it('has ids that are unique even where a document id prints like a path', () => {
    expect(judgments({ expected: ['a.md', { id: 'a.md' }] })?.map(({ id }) => id)).toEqual(['a.md', 'a.md#2'])
  })

  it('warns where every judgment says "not relevant"', () => {
    expect(read({ id: 'Q', query: 'Where?', expected: [{ path: 'a', grade: 0 }] }).warnings).toEqual([
      'q.jsonl:1: all judgments have grade 0, so nothing answers this query',
    ])
  })
})

describe('a query', () => {
  it('has labels, all optional', () => {
    const labels = { category: 'call_chain', difficulty: 2, language: 'en', split: 'dev', cluster: 7 }
    const [labelled, plain] = read(
      { id: 1, query: 'Where?', expected: [], ...labels, tags: ['a'], pinned: true, must_contain: ['x'] },
      { id: 'b', query: 'Who?', expected: [], category: null, tags: null },
    ).queries
    expect(labelled).toEqual({
      id: '1',
      text: 'Where?',
      judgments: [],
      category: 'call_chain',
      difficulty: '2',
      language: 'en',
      split: 'dev',
      cluster: '7',
      tags: ['a'],
      pinned: true,
      line: 1,
    })
    expect(plain).toEqual({ id: 'b', text: 'Who?', judgments: [], tags: [], pinned: false, line: 2 })
  })

  it('survives a round trip through the format, whatever its texts', () => {
    const path = fc.stringMatching(/^[a-z][a-z ,'"-]{0,8}$/)
    const filled = fc.string({ minLength: 1, unit: 'binary' })
    const record = fc.record({
      id: filled,
      query: filled.filter((text) => text.trim() !== ''),
      expected: fc.uniqueArray(
        fc.record({
          path,
          lines: fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 9, max: 99 })),
          grade: fc.nat(3),
        }),
        { selector: ({ path, lines }) => `${path}:${lines}` },
      ),
    })
    fc.assert(
      fc.property(record, fc.constantFrom('\n', '\r\n', '\n\n'), (given, end) => {
        const { queries, problems } = readNative(`${end}${JSON.stringify(given)}${end}`, 'q.jsonl')
        expect(problems).toEqual([])
        expect(queries[0]).toMatchObject({ id: given.id, text: given.query })
        const back = queries[0]?.judgments.map(({ target, grade }) =>
          target.kind === 'lines' ? { path: target.path, lines: [target.startLine, target.endLine], grade } : target,
        )
        expect(back).toEqual(given.expected)
      }),
    )
  })
})

describe('a mistake', () => {
  const good = { id: 'x', query: 'Where?', expected: [] }

  it('names the line of invalid JSON', () => {
    const lines = Array.from({ length: 9 }, (_, index) => JSON.stringify({ ...good, id: `Q${index}` }))
    lines[6] = '{"id": "Q6", "query": "Where?"'
    expect(read(...lines).problems).toEqual([
      { file: 'q.jsonl', line: 7, what: 'this line is not valid JSON', hint: 'it ends before the object does' },
    ])
  })

  it('is explained where lines end in commas', () => {
    expect(read(`${JSON.stringify(good)},`).problems[0]?.hint).toBe('remove the comma at its end')
  })

  it('is told once where the file is one JSON document', () => {
    expect(read('[', '  {"id": 1},', ']').problems).toEqual([
      {
        file: 'q.jsonl',
        line: 1,
        what: 'this line is not valid JSON',
        hint: 'write each object on one line, without a list around them',
      },
    ])
  })

  const cases: readonly [name: string, record: object | string, what: string][] = [
    ['no object', '["a"]', 'this line is not a JSON object'],
    ['no id', { query: 'Where?', expected: [] }, '`id` is missing'],
    ['an empty id', { ...good, id: '' }, '`id` is out of range'],
    ['no question', { id: 'x', expected: [] }, '`query` is missing'],
    ['a blank question', { ...good, query: ' \t' }, '`query`: the question is empty'],
    [
      'no answer',
      { id: 'x', query: 'Where?' },
      'this query says nothing about its answer: give `expected_files` or `expected` (`[]` when nothing answers it)',
    ],
    [
      'two kinds of answers',
      { ...good, expected_files: ['a'] },
      '`expected_files` and `expected` exclude each other: keep one',
    ],
    [
      'reversed lines',
      { ...good, expected: [{ path: 'a', lines: [9, 3] }] },
      '`expected[0].lines`: the lines are reversed: write the first one first',
    ],
    ['line 0', { ...good, expected: [{ path: 'a', lines: [0, 3] }] }, '`expected[0].lines[0]` is out of range'],
    [
      'lines of a pattern',
      { ...good, expected: [{ path: 'a*', lines: [1, 3] }] },
      'lines need one file, and "a*" is a pattern',
    ],
    ['lines without path', { ...good, expected: [{ id: 'a', lines: [1, 3] }] }, '`expected[0]`: `lines` needs `path`'],
    ['neither path nor id', { ...good, expected: [{ grade: 1 }] }, '`expected[0]`: give either `path` or `id`'],
    ['a broken grade', { ...good, expected: [{ path: 'a', grade: 1.5 }] }, '`expected[0].grade` has the wrong type'],
    ['a negative grade', { ...good, expected: [{ path: 'a', grade: -1 }] }, '`expected[0].grade` is out of range'],
    [
      'an unknown key of an answer',
      { ...good, expected: [{ path: 'a', line: [1, 2] }] },
      'unknown key `line` in `expected[0]`',
    ],
    [
      'a path out of the root',
      { ...good, expected: ['src/../../etc/passwd'] },
      'the path "src/../../etc/passwd" climbs out of the knowledge base',
    ],
    [
      'a path out of the root in Windows form',
      { ...good, expected: ['..\\a'] },
      'the path "..\\a" climbs out of the knowledge base',
    ],
    ['an absolute path', { ...good, expected: ['/etc/passwd'] }, 'the path "/etc/passwd" is absolute'],
    ['an absolute Windows path', { ...good, expected: ['C:\\a.md'] }, 'the path "C:\\a.md" is absolute'],
    ['a path that names nothing', { ...good, expected: ['./'] }, 'the path "./" names no file'],
    ['another split', { ...good, split: 'train' }, '`split` has an unknown value'],
  ]

  it.each(cases)('names its line: %s', (_, record, what) => {
    const { problems, queries } = read(good, '', record)
    expect(problems.map((problem) => [problem.line, problem.what])).toEqual([[3, what]])
    expect(queries).toHaveLength(1)
  })

  it('guesses the key that was meant', () => {
    const [problem] = read({ id: 'x', qeury: 'Where?', expected: [] }).problems
    expect(problem?.hint).toBe('did you mean `query` where it says `qeury`?')
  })

  it('is only a warning, once for each key, where a key is unknown', () => {
    const { warnings, problems, queries } = read({ ...good, categroy: 1 }, { ...good, id: 'y', categroy: 2, note: 'n' })
    expect(problems).toEqual([])
    expect(queries).toHaveLength(2)
    expect(warnings).toEqual([
      'q.jsonl:1: unknown key `categroy` is ignored (on 2 lines) (did you mean `category`?)',
      'q.jsonl:2: unknown key `note` is ignored',
    ])
  })
})
