import { describe, expect, it } from 'vitest'
import { score } from '../../src/commands/score.ts'
import { type Line, runIn } from '../pipeline/workspace.ts'

const METRICS = [
  ...['ndcg@10', 'ndcg@3', 'ndcg', 'recall@5', 'recall@1', 'precision@5', 'f1@5', 'hit@1', 'hit@3', 'mrr', 'mrr@2'],
  ...[
    'map',
    'map@10',
    'r-precision',
    'bpref',
    'judged@10',
    'judged@3',
    'condensed-ndcg@10',
    'ndcg-exp@10',
    'top1',
    'oce',
  ],
]

const words = ['apple', 'brook', 'candle', 'dune', 'ember', 'fjord', 'grove', 'harbor']

/** Twenty lines a section; every file tells of every word, each more of one. */
const page = (own: number) =>
  words
    .map((word, index) => {
      const lines = Array.from(
        { length: 4 },
        (_, line) => `${word} ${line} ${index === own ? `${word} ${word}` : 'other'}.`,
      )
      return [`## On ${word}`, '', ...lines, ''].join('\n')
    })
    .join('\n')

const files = Object.fromEntries(
  words.flatMap((_, own) => [
    [`docs/${own}.md`, page(own)],
    [`文 档/${own} é.md`, page(own)],
  ]),
)

const answers: readonly unknown[][] = [
  ['docs/0.md', { path: 'docs/1.md', grade: 3 }, { path: 'docs/2.md', grade: 0 }],
  [{ path: 'docs/*.md', grade: 2 }, { path: 'docs/1.md', grade: 2 }, { path: 'docs/3.md', grade: 0 }, '文 档/*.md'],
  [
    { path: 'docs/2.md', lines: [17, 18], grade: 2 },
    { path: 'docs/2.md', lines: [19, 20], grade: 3 },
    { path: 'docs/2.md', lines: [15, 20] },
    { path: '文 档/2 é.md', lines: [17, 17], grade: 0 },
  ],
  [
    { path: 'docs/3.md', lines: [22, 27] },
    { path: '文 档/*.md', grade: 2 },
    { path: 'docs/4.md', grade: 0 },
  ],
  [{ id: 'docs/4.md' }, { id: '文 档/4 é.md', grade: 3 }, { id: 'docs/5.md', grade: 0 }],
  [{ path: 'docs/5.md', grade: 0 }],
  [],
  [{ path: 'docs/7.md', lines: [50, 55] }, 'docs/7.md', 'docs/{6,7}.md', { id: 'docs/7.md' }],
]
const ids = ['constructor', '__proto__', 'with space', '登录', '1', 'a/b%', 'nothing', 'Q 8']

const config = (chunking: string, minScore: number) => `documents: { include: ["**/*.md"] }
queries: q.jsonl
minPairs: 1
chunking: ${chunking}
metrics: [${METRICS.map((metric) => `"${metric}"`).join(', ')}]
strategies:
  bm25: { type: bm25 }
  strict: { type: bm25, minScore: ${minScore} }
  other.one: { type: bm25, k1: 0.1, b: 0 }
  merged: { type: bm25, merge: adjacent }
`

const lines: Line[] = answers.map((expected, index) => ({
  id: ids[index]!,
  query: `On ${words[index]} other`,
  expected,
}))

describe('the exports of a run', () => {
  it.each([
    ['{ by: heading, maxTokens: 64, overlap: 0 }', 1.2],
    ['{ by: lines, maxTokens: 24, overlap: 8 }', 1.2],
    ['{ by: document }', 0.054],
  ])('give every number of the gate when they are scored again, chunked %s', async (chunking, minScore) => {
    const run = await runIn({
      ...files,
      'retrieval-gate.yml': config(chunking, minScore),
      'q.jsonl': lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
    })
    let compared = 0
    const length = (file: string) => run.files.get(file)!.length
    expect(length('runs/strict.run')).toBeLessThan(length('runs/bm25.run'))
    for (const [name, { queries }] of Object.entries(run.report.strategies)) {
      const scored = JSON.parse(
        score(
          { qrels: 'qrels.txt', run: [`runs/${name}.run`], metrics: METRICS.join(','), json: true },
          { cwd: run.directory },
        ).text,
      )
      const answerable = Object.keys(queries).filter((id) => queries[id]!['ndcg@10'] !== undefined)
      expect(Object.keys(scored.queries).map(decodeURIComponent).sort()).toEqual(answerable.sort())
      for (const id of answerable) {
        const again = scored.queries[encodeURIComponent(id)]
        for (const [metric, value] of Object.entries(queries[id]!)) {
          if (value === null || again[metric] === undefined) continue
          expect(again[metric], `${name} ${id} ${metric}`).toBeCloseTo(value, 9)
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(300)
  })
})
