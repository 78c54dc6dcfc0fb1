import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { score } from '../../../src/commands/score.ts'

/**
 * Three real runs with the values that their authors computed themselves (the retrieval guide of Anthropic's cookbook). Their
 * precision divides by the number retrieved, ours by k: the same wherever three documents came back.
 */
const collections = process.env.RETRIEVAL_GATE_COLLECTIONS
const folder = join(collections ?? '', 'claude_docs_qa')
const available = collections !== undefined && existsSync(folder)
if (!available)
  console.warn('RETRIEVAL_GATE_COLLECTIONS names no folder with claude_docs_qa: published values are not checked')

type Published = Record<'precision' | 'recall' | 'f1' | 'mrr', number>

function published(run: string): Map<string, Published> {
  const [, ...lines] = readFileSync(join(folder, `published_runs/${run}.expected.tsv`), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.map((line) => {
      const [query = '', precision, recall, f1, mrr] = line.split('\t')
      return [query, { precision: Number(precision), recall: Number(recall), f1: Number(f1), mrr: Number(mrr) }]
    }),
  )
}

function retrieved(run: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const line of readFileSync(join(folder, `published_runs/${run}.run`), 'utf8')
    .trim()
    .split('\n')) {
    const query = line.slice(0, line.indexOf(' '))
    counts.set(query, (counts.get(query) ?? 0) + 1)
  }
  return counts
}

function scored(run: string): Record<string, Record<string, number>> {
  const options = { qrels: 'qrels.tsv', run: [`published_runs/${run}.run`], missing: 'skip', json: true }
  return JSON.parse(score({ ...options, metrics: 'precision@3,recall@3,f1@3,mrr@3' }, { cwd: folder }).text).queries
}

describe.skipIf(!available)('published values', () => {
  it.each([
    ['retrieve_base', 99, 3],
    ['retrieve_level_two', 100, 2],
    ['retrieve_level_three', 100, 2],
  ])(
    'of %s are ours for all %i queries, but for the precision of the %i with fewer than three hits',
    (run, queries, short) => {
      const theirs = published(run)
      const ours = scored(run)
      const counts = retrieved(run)
      expect(Object.keys(ours)).toHaveLength(queries)
      expect([...counts.values()].filter((count) => count < 3)).toHaveLength(short)
      for (const [query, expected] of theirs) {
        const found = ours[query]!
        expect(found['recall@3']).toBeCloseTo(expected.recall, 12)
        expect(found['mrr@3']).toBeCloseTo(expected.mrr, 12)
        expect((found['precision@3']! * 3) / counts.get(query)!).toBeCloseTo(expected.precision, 12)
        if (counts.get(query) === 3) expect(found['f1@3']).toBeCloseTo(expected.f1, 12)
        else expect(found['f1@3']).toBeLessThanOrEqual(expected.f1)
      }
    },
  )
})
