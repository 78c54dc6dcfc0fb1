import { describe, expect, it } from 'vitest'
import { runIn } from './workspace.ts'

/** Six tokens a line, so that each is a chunk. */
const page = ['fox two', 'fox fox', 'fox six', 'hen two'].map((words) => `${words} three four five six\n`).join('')

const files = {
  'docs/page.md': page,
  'docs/other.md': 'nothing of that\n',
  'retrieval-gate.yml': `queries: q.jsonl
minPairs: 1
chunking: { by: lines, maxTokens: 6, overlap: 0 }
strategies:
  apart: { type: bm25 }
  merged: { type: bm25, merge: adjacent }
  fused: { type: hybrid, of: [merged, apart] }
`,
  'q.jsonl': `${JSON.stringify({ id: 'Q1', query: 'fox', expected: [{ path: 'docs/page.md', lines: [1, 3] }] })}\n`,
}

describe('a run whose strategy merges neighbours', () => {
  it('judges, measures and keeps merged hits, and fuses unmerged ones', async () => {
    const { report } = await runIn(files)
    const { apart, merged, fused } = report.strategies
    const hitsOf = (strategy: typeof apart) => strategy!.rankings.Q1!.map(([chunk]) => report.chunks[chunk]!)
    expect(hitsOf(apart).map(({ lines }) => lines)).toEqual([
      [2, 2],
      [1, 1],
      [3, 3],
    ])
    expect(hitsOf(merged).map(({ lines }) => lines)).toEqual([[1, 3]])
    expect(merged!.rankings.Q1![0]![1]).toBe(apart!.rankings.Q1![0]![1])
    expect(merged!.tokensPerHit).toBe(hitsOf(apart).reduce((sum, { tokens }) => sum + tokens!, 0))
    expect([apart!.queries.Q1!['ndcg@10'], merged!.queries.Q1!['ndcg@10']]).toEqual([0, 1])
    expect([apart!.ceiling, merged!.ceiling]).toEqual([0, 1])
    expect(hitsOf(fused)).toEqual(hitsOf(apart))
    expect(merged!.fingerprint).not.toBe(apart!.fingerprint)
  })

  it('keeps what an index takes, and times its building', async () => {
    const { report } = await runIn(files, { timing: true })
    expect(report.strategies.apart!.index).toMatchObject({ chunks: 5, counts: { postings: expect.any(Number) } })
    expect(report.strategies.fused!.index!.bytes).toBe(2 * report.strategies.apart!.index!.bytes)
    expect(report.strategies.fused!.parts).toEqual(['merged', 'apart'])
    expect(Object.keys(report.timing!.indexing!)).toEqual(['apart', 'merged', 'fused'])
  })
})

describe('code that cannot be parsed', () => {
  it('is cut at line ends; how many files that are is in the report', async () => {
    const broken = 'func ((((\n'.repeat(20)
    const { report } = await runIn({
      ...files,
      'docs/a.go': broken,
      'docs/b.go': broken,
      'docs/fine.go': 'package fine\n\nfunc Fine() {}\n',
      'retrieval-gate.yml': `documents: { include: ["docs/**"] }\nqueries: q.jsonl\nchunking: { by: code }\n`,
    })
    expect(report.warnings).toEqual([
      '2 documents cut at line ends instead of by syntax, which has too many errors: docs/a.go, docs/b.go.',
    ])
  })
})

describe('a minScore above every score', () => {
  it('is said, as its empty rankings would otherwise look like an answer', async () => {
    const text = files['retrieval-gate.yml'].replace('apart: { type: bm25 }', 'apart: { type: bm25, minScore: 1e+308 }')
    const { verdict } = await runIn({ ...files, 'retrieval-gate.yml': text })
    expect(verdict.notes).toEqual(['apart: its minScore of 1e+308 leaves no hit of any question.'])
  })
})
