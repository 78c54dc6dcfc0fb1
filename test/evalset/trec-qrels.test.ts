import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import { readQrels } from '../../src/evalset/trec-qrels.ts'
import { sourceOf } from '../support/byte-sources.ts'

const read = (text: string) => readQrels(sourceOf(text, 'q.txt'))
const judgments = (text: string) =>
  [...read(text).judgments()].map(({ query, document, grade }) => [query, document, grade])
const expected = [
  ['q2', 'a', 1],
  ['q1', 'b', 0],
  ['q2', 'c', 2],
]

describe('reading qrels', () => {
  it.each([
    ['TREC', 'q2 0 a 1\nq1\t0\tb\t0\r\n\n  q2 0 c 2'],
    ['BEIR', 'query-id\tcorpus-id\tscore\nq2\ta\t1\r\nq1\tb\t0\nq2\tc\t2\n'],
    ['BEIR with a byte order mark', '\uFEFFquery-id\tcorpus-id\tscore\nq2\ta\t1\nq1\tb\t0\nq2\tc\t2'],
  ])('takes %s', (_format, text) => expect(judgments(text)).toEqual(expected))

  it('takes JSON', () => {
    expect(judgments(' {"q2": {"a": 1, "c": 2}, "q1": {"b": 0}, "q0": {}}')).toEqual([
      expected[0],
      expected[2],
      expected[1],
    ])
    expect([...read('{"q1": {"b": 0}, "q0": {}}').queries.keys()]).toEqual(['q1', 'q0'])
  })

  it('keeps spaces in BEIR ids', () => {
    expect(judgments('query-id\tcorpus-id\tscore\nq 1\ta b\t1')).toEqual([['q 1', 'a b', 1]])
  })

  it('gives grades best first, without negative ones, which stay findable', () => {
    const qrels = read('q 0 a -1\nq 0 b 1\nq 0 c 3\nq 0 d 0')
    expect(qrels.grades(0)).toEqual([3, 1, 0])
    expect([...qrels.judgments()].map(({ grade }) => grade)).toEqual([-1, 1, 3, 0])
  })

  it.each([
    ['', 'q.txt: The qrels are empty'],
    ['q1 0 a 1\nq1 a 1\n', 'q.txt:2: Not a line of qrels'],
    ['q1 0 a 1 x\n', 'q.txt:1: Not a line of qrels'],
    ['q1 0 a 1\n\nq1 0 a 0\n', 'q.txt:3: Document "a" is judged twice for query "q1"'],
    ['q1 0 a 0.5\n', 'q.txt:1: A grade must be a whole number'],
    ['q1 0 a yes\n', 'q.txt:1: A grade must be a whole number'],
    ['query-id\tcorpus-id\tscore\nq1\ta\n', 'q.txt:2: Not a line of BEIR qrels'],
    ['query-id\tcorpus-id\tscore\nq1\ta\t1\nq1\ta\t1', 'q.txt:3: Document "a" is judged twice for query "q1"'],
    ['{"q": {"a": 1},\n oops}', 'q.txt:2: Not valid JSON'],
    ['{"q": ["a"]}', 'an object of documents for query "q"'],
    ['{"q": {"a": "1"}}', 'a number for "a" of query "q"'],
    ['{}', 'q.txt: The qrels are empty'],
  ])('refuses %j: %s', (text, message) => {
    expect(() => read(text)).toThrow(UserError)
    expect(() => read(text)).toThrow(message)
  })
})
