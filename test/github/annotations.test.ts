import { expect, it } from 'vitest'
import { annotationsOf } from '../../src/github/annotations.ts'
import { failingOutcome } from '../support/github/failing-outcome.ts'

it('puts each broken query on its line of the eval set, with what became of its answer', () => {
  expect(annotationsOf(failingOutcome(['Q1', 'Q2']), 'sub/')[1]).toEqual({
    message: 'What is Q2? (bm25) docs/a.md was at rank 2, is now not found',
    place: { title: 'Query Q2 broke', file: 'sub/eval.jsonl', startLine: 2 },
  })
})

it('stays below the ten that GitHub shows, and leaves one for the verdict', () => {
  const ids = Array.from({ length: 30 }, (_, index) => `Q${index}`)
  const titles = annotationsOf(failingOutcome(ids), '').map(({ place }) => place.title)
  expect(titles).toEqual(ids.slice(0, 9).map((id) => `Query ${id} broke`))
})

it('knows no query that is merely a property of every object', () => {
  const outcome = failingOutcome(['Q1'])
  const removed = { ...outcome, verdict: { ...outcome.verdict, broke: ['constructor'] } }
  expect(annotationsOf(removed, '')[0]).toMatchObject({
    message: 'constructor is no longer answered',
    place: { file: 'eval.jsonl' },
  })
})
