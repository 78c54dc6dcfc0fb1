import { describe, expect, it } from 'vitest'
import type { Queries } from '../../src/config/config.ts'
import { loadEvalSet } from '../../src/evalset/load-eval-set.ts'

/** Loads from files that exist only here, under `/work/gate`. */
function load(queries: Queries, files: Readonly<Record<string, string>>, workingDirectory = '/work') {
  const readFile = (path: string) => {
    const content = files[path.replace('/work/gate/', '')]
    return content === undefined
      ? Promise.reject(Object.assign(new Error('missing'), { code: 'ENOENT' }))
      : Promise.resolve(new TextEncoder().encode(content))
  }
  return loadEvalSet(queries, { baseDirectory: '/work/gate', workingDirectory, readFile })
}

const line = (id: string, more: object = { expected: [] }) => JSON.stringify({ id, query: `What is ${id}?`, ...more })

describe('a native eval set', () => {
  it('is named relative to the working directory, with its format and queries', async () => {
    const { evalSet, warnings } = await load('data/q.jsonl', {
      'data/q.jsonl': `\uFEFF${line('a')}\r\n\r\n${line('b')}\r\n`,
    })
    expect(evalSet).toMatchObject({ path: 'gate/data/q.jsonl', format: 'native' })
    expect(evalSet.queries.map(({ id, text, line }) => [id, text, line])).toEqual([
      ['a', 'What is a?', 1],
      ['b', 'What is b?', 3],
    ])
    expect(warnings).toEqual([])
  })

  it('has a fingerprint of what it says, not of how it is written', async () => {
    const of = async (text: string) => (await load('q', { q: text })).evalSet.fingerprint
    const first = await of(`${line('a')}\n${line('b')}`)
    expect(first).toMatch(/^[0-9a-f]{64}$/)
    expect(await of(`\n${line('b')}\r\n  ${line('a')}\n`)).toBe(first)
    expect(await of(`${line('a')}\n${line('b', { expected: ['x'] })}`)).not.toBe(first)
    expect(await of(`${line('a')}\n${line('b', { expected: [], pinned: true })}`)).not.toBe(first)
  })

  it('brings what is known about its making', async () => {
    const metadata = '{"repository": "https://example.org/r", "commit": "abc", "how_made": "by hand", "license": "MIT"}'
    const loaded = await load('data/q.jsonl', { 'data/q.jsonl': line('a'), 'data/q.metadata.json': metadata })
    expect(loaded.metadata).toEqual(JSON.parse(metadata))
    expect((await load('q.jsonl', { 'q.jsonl': line('a') })).metadata).toBeUndefined()
  })

  it('refuses metadata that is broken', async () => {
    const set = { 'q.jsonl': line('a') }
    await expect(load('q.jsonl', { ...set, 'q.metadata.json': '{' })).rejects.toThrow(
      'gate/q.metadata.json: this file is not valid JSON',
    )
    await expect(load('q.jsonl', { ...set, 'q.metadata.json': '{"commit": 7}' })).rejects.toThrow(
      'gate/q.metadata.json: `commit` has the wrong type\n  expected: a text\n  found:    the number 7',
    )
  })

  it('says what to do where it is missing', async () => {
    await expect(load('nope.jsonl', {})).rejects.toThrow(
      'gate/nope.jsonl: there is no eval set here\n  to do:    check `queries` in the config, or run `retrieval-gate init` for a first one',
    )
  })

  it.each(['', '\uFEFF', '\n \r\n'])('is refused when empty: %j', async (text) => {
    await expect(load('q.jsonl', { 'q.jsonl': text })).rejects.toThrow('gate/q.jsonl: this eval set holds no queries')
  })

  it('names both lines of a repeated id', async () => {
    await expect(load('q', { q: [line('a'), line('b'), line('a')].join('\n') })).rejects.toThrow(
      'gate/q:3: the id "a" is taken by line 1\n  to do:    give every query an id of its own',
    )
  })

  it('lists all mistakes in the order of the lines', async () => {
    await expect(load('q', { q: [line('a'), '{', line('a'), '{}x'].join('\n') })).rejects.toThrow(
      [
        '3 mistakes in gate/q:',
        '  gate/q:2: this line is not valid JSON (write each object on one line, without a list around them)',
        '  gate/q:3: the id "a" is taken by line 1 (give every query an id of its own)',
        '  gate/q:4: this line is not valid JSON (it ends before the object does)',
      ].join('\n'),
    )
  })
})

describe('a BEIR eval set', () => {
  const queries = { beir: 'queries.jsonl', qrels: 'qrels/test.tsv' }
  const questions = [
    '{"_id": "1", "text": "One?", "metadata": {}}',
    '{"_id": "2", "text": "Two?"}',
    '{"_id": "3", "text": "Three?"}',
  ].join('\n')
  const tsv = 'query-id\tcorpus-id\tscore\n1\td 1\t2\n1\td2\t0\n2\td3\t1\n9\td3\t1\n'

  it('has the judged queries, and counts the others', async () => {
    const { evalSet, warnings } = await load(queries, { 'queries.jsonl': questions, 'qrels/test.tsv': tsv })
    expect(evalSet).toMatchObject({ path: 'gate/queries.jsonl', format: 'beir' })
    expect(evalSet.queries).toEqual([
      {
        id: '1',
        text: 'One?',
        judgments: [
          { id: 'd 1', target: { kind: 'id', id: 'd 1' }, grade: 2 },
          { id: 'd2', target: { kind: 'id', id: 'd2' }, grade: 0 },
        ],
        tags: [],
        pinned: false,
        line: 1,
      },
      {
        id: '2',
        text: 'Two?',
        judgments: [{ id: 'd3', target: { kind: 'id', id: 'd3' }, grade: 1 }],
        tags: [],
        pinned: false,
        line: 2,
      },
    ])
    expect(warnings).toEqual([
      'gate/queries.jsonl: left out 1 query without judgments in gate/qrels/test.tsv',
      'gate/qrels/test.tsv: judges 1 query that gate/queries.jsonl does not have',
    ])
  })

  it('takes TREC qrels too, with negative grades as not relevant', async () => {
    const { evalSet } = await load(queries, { 'queries.jsonl': questions, 'qrels/test.tsv': '1 0 d1 -1\n1 0 d2 1\n' })
    expect(evalSet.queries[0]?.judgments.map(({ id, grade }) => [id, grade])).toEqual([
      ['d1', 0],
      ['d2', 1],
    ])
  })

  it.each([
    ['a query without id', '{"text": "One?"}', tsv, 'gate/queries.jsonl:1: `_id` is missing'],
    ['a query without text', '{"_id": "1"}', tsv, 'gate/queries.jsonl:1: `text` is missing'],
    ['invalid JSON', '{"_id"', tsv, 'gate/queries.jsonl:1: this line is not valid JSON'],
    ['a grade that is no number', questions, 'query-id\tcorpus-id\tscore\n1\td1\tgood\n', 'gate/qrels/test.tsv:2: '],
    [
      'judgments of other queries only',
      questions,
      'query-id\tcorpus-id\tscore\n8\td1\t1\n',
      'gate/queries.jsonl: this eval set holds no queries',
    ],
  ])('refuses %s', async (_, text, qrels, message) => {
    await expect(load(queries, { 'queries.jsonl': text, 'qrels/test.tsv': qrels })).rejects.toThrow(message)
  })

  it('says which of the two files is missing', async () => {
    await expect(load(queries, { 'queries.jsonl': questions })).rejects.toThrow(
      'gate/qrels/test.tsv: there is no eval set here',
    )
  })
})
