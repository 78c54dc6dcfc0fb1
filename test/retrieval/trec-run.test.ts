import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UserError } from '../../src/errors.ts'
import { readRun } from '../../src/retrieval/trec-run.ts'
import { sourceOf } from '../support/byte-sources.ts'

/** Query -> its documents, best first. */
function rankings(text: string, wants = (_query: string) => true, chunkBytes?: number): Record<string, string[]> {
  const found = new Map<string, string[]>()
  readRun(sourceOf(text, 'a.run', chunkBytes), {
    wants,
    take: (query, lines) =>
      found.set(
        query,
        Array.from(lines.order(), (i) => lines.ids.text(i)),
      ),
  })
  return Object.fromEntries(found)
}

interface Line {
  readonly query: string
  readonly document: string
  readonly score: number
}

/** trec_eval's order by the book: 32-bit scores descending, then bytes descending. */
function byTheBook(lines: readonly Line[]): Record<string, string[]> {
  const sorted = [...lines].sort(
    (a, b) =>
      Math.fround(b.score) - Math.fround(a.score) || Buffer.compare(Buffer.from(b.document), Buffer.from(a.document)),
  )
  const queries = new Set(lines.map(({ query }) => query))
  const documents = (query: string): string[] =>
    sorted.filter((line) => line.query === query).map(({ document }) => document)
  return Object.fromEntries([...queries].map((query) => [query, documents(query)]))
}

const anyLines = fc.uniqueArray(
  fc.record({
    query: fc.constantFrom('q1', 'q2', 'q10', 'é'),
    document: fc.string({
      unit: fc.constantFrom('a', 'B', '1', 'é', '\uFFFD', '\u{1F600}'),
      minLength: 1,
      maxLength: 3,
    }),
    score: fc.oneof(
      fc.integer({ min: -2, max: 2 }),
      fc.float({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom(-0, 1.00000001),
    ),
  }),
  { selector: ({ query, document }) => `${query} ${document}`, minLength: 1, maxLength: 60 },
)
const asTrec = (lines: readonly Line[]): string =>
  lines.map(({ query, document, score }, i) => `${query} Q0 ${document} ${i} ${score} name\n`).join('')

describe('reading a run', () => {
  it('ranks by 32-bit score, then by id in descending byte order, however the lines and chunks are cut', () => {
    fc.assert(
      fc.property(anyLines, fc.integer({ min: 3, max: 100 }), (lines, chunkBytes) => {
        expect(rankings(asTrec(lines), undefined, chunkBytes)).toEqual(byTheBook(lines))
      }),
    )
  })

  it('ranks the same from JSON', () => {
    fc.assert(
      fc.property(anyLines, (lines) => {
        const tables: Record<string, Record<string, number>> = {}
        for (const { query, document, score } of lines) tables[query] = { ...tables[query], [document]: score }
        expect(rankings(JSON.stringify(tables))).toEqual(byTheBook(lines))
      }),
    )
  })

  it('ignores the rank column, columns after the sixth, blank lines and other queries', () => {
    const text = 'q1 Q0 a 2 1 t more\n\nq2 Q0 x 1 1 t\nq1 Q0 b 1 2 t\r\n'
    expect(rankings(text, (query) => query === 'q1')).toEqual({ q1: ['b', 'a'] })
  })

  it('sorts infinite scores to the ends', () => {
    expect(rankings('q Q0 a 1 -inf t\nq Q0 b 1 0 t\nq Q0 c 1 inf t\nq Q0 d 1 inf t\n')).toEqual({
      q: ['d', 'c', 'b', 'a'],
    })
  })

  it('returns every query id of the run, wanted or not', () => {
    const reader = { wants: () => false, take: () => expect.unreachable() }
    expect([...readRun(sourceOf('q2 Q0 a 1 1 t\nq1 Q0 a 1 1 t\nq2 Q0 b 1 1 t'), reader)]).toEqual(['q2', 'q1'])
  })

  it.each([
    ['', 'a.run: The run is empty'],
    ['\n \n', 'a.run: The run is empty'],
    ['{}', 'a.run: The run is empty'],
    ['q Q0 a 1 2 t\nq Q0 b 1 2\n', 'a.run:2: Not a line of a run'],
    ['q Q0 a 1 high t\n', 'a.run:1: A score must be a number'],
    ['q Q0 a 1 nan t\n', 'a.run:1: A score must be a number'],
    ['q Q0 a 1 2 t\nq Q0 a 2 1 t\n', 'a.run:2: Document "a" is in the ranking of query "q" twice'],
    ['q Q0 a 1 2 t\nr Q0 a 2 1 t\nq Q0 a 2 1 t\n', 'a.run:3: Document "a" is in the ranking of query "q" twice'],
    ['{"q": {"a": null}}', 'a number for "a" of query "q"'],
  ])('refuses %j: %s', (text, message) => {
    expect(() => rankings(text)).toThrow(UserError)
    expect(() => rankings(text)).toThrow(message)
  })
})
