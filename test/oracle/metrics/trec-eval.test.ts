import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { score } from '../../../src/commands/score.ts'
import { UserError } from '../../../src/errors.ts'
import { comparedMeasures, trecExpected } from './trec-expected.ts'

const folder = new URL('../trec/', import.meta.url)
const cases = readdirSync(folder)
  .filter((file) => file.endsWith('.c.expected12'))
  .map((file) => file.replace('.c.expected12', ''))
  .sort()

type Scores = Record<string, Record<string, number>>

/** The scores of every query, and the means as those of the query `all`. */
function scored(name: string, flags: { missing?: string; relevanceLevel?: string } = {}): Scores {
  const options = { qrels: `${name}.qrels`, run: [`${name}.run`], metrics: comparedMeasures.join(','), json: true }
  const { text } = score({ ...options, ...flags }, { cwd: fileURLToPath(folder) })
  const { metrics, queries } = JSON.parse(text) as { metrics: Record<string, { point: number }>; queries: Scores }
  return { ...queries, all: Object.fromEntries(Object.entries(metrics).map(([id, { point }]) => [id, point])) }
}

function expectAll(scores: Scores, file: string, tolerance: number): void {
  const expected = trecExpected(new URL(file, folder))
  expect(expected.length).toBeGreaterThan(17)
  const wrong = expected.filter(
    ({ query, metric, value }) => !(Math.abs((scores[query]?.[metric] ?? Number.NaN) - value) <= tolerance),
  )
  expect(wrong).toEqual([])
}

describe('score gives the numbers of trec_eval', () => {
  it('on all ten cases', () => expect(cases).toHaveLength(10))

  it.each(cases)('for %s with a missing ranking counting 0 (-c), to 1e-9', (name) => {
    expectAll(scored(name, { missing: 'zero' }), `${name}.c.expected12`, 1e-9)
  })

  it.each(cases)('for %s with a missing ranking left out, to 1e-9', (name) => {
    expectAll(scored(name, { missing: 'skip' }), `${name}.expected12`, 1e-9)
  })

  it.each(['01_binary_plain', '02_graded_0_3'])('for %s at relevance level 2, to the four decimals printed', (name) => {
    expectAll(scored(name, { relevanceLevel: '2' }), `${name}.l2.expected`, 0.5000001e-4)
  })

  it('leaves out exactly the queries that trec_eval leaves out', () => {
    expect(Object.keys(scored('05_missing_queries', { missing: 'skip' }))).toEqual(['q1', 'q3', 'q6', 'all'])
  })
})

describe('score refuses what trec_eval refuses', () => {
  it.each([
    ['14_duplicate_docs', '14_duplicate_docs.run:3: Document "a" is in the ranking of query "q1" twice'],
    ['15_duplicate_qrels', '15_duplicate_qrels.qrels:3: Document "a" is judged twice for query "q1"'],
    ['16_empty_run', '16_empty_run.run: The run is empty'],
  ])('%s, saying where', (name, message) => {
    expect(() => scored(name)).toThrow(UserError)
    expect(() => scored(name)).toThrow(message)
  })
})
