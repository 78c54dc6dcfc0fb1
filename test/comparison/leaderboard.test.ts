import { describe, expect, it } from 'vitest'
import { gainsOverParts } from '../../src/comparison/gains-over-parts.ts'
import { leaderboard } from '../../src/comparison/leaderboard.ts'
import { query, reportOf, type StrategySide } from './sides.ts'

const ids = Array.from({ length: 12 }, (_, index) => `Q${String(index + 1).padStart(2, '0')}`)
const queries = ids.map((id, index) => query(id, ['a.md'], { category: index < 4 ? 'call_chain' : 'api_usage' }))
const documents = { 'a.md': 'a', 'b.md': 'b' }

/** Finds the answer of all questions but the first `missed`. */
function missing(missed: number, more: Partial<StrategySide> = {}): StrategySide {
  return { rankings: Object.fromEntries(ids.map((id, index) => [id, [index < missed ? 'b.md' : 'a.md']])), ...more }
}

const boardOf = (strategies: Readonly<Record<string, StrategySide>>, metric = 'hit@1') => {
  const report = reportOf({ queries, documents, strategies, metrics: ['hit@1'] })
  return leaderboard(report, metric, Object.keys(strategies))
}

describe('leaderboard', () => {
  it('puts the best first and compares each of the others with it, question by question', () => {
    const { best, standings } = boardOf({ poor: missing(6), best: missing(0), good: missing(1) })
    expect(best).toBe('best')
    expect(standings.map(({ strategy, point }) => [strategy, point])).toEqual([
      ['best', 1],
      ['good', 11 / 12],
      ['poor', 0.5],
    ])
    expect(standings[0]!.behind).toBeNull()
    // Exact sign flips: 2 of 2 patterns, and 2 of 64.
    expect(standings[1]!.behind).toMatchObject({ n: 12, changed: 1, p: 1, adjustedP: 1, distinguishable: false })
    expect(standings[2]!.behind).toMatchObject({ n: 12, changed: 6, p: 1 / 32, adjustedP: 2 / 32 })
    expect(standings[2]!.behind!.difference).toBeCloseTo(-0.5, 12)
  })

  it('adjusts by Holm over the strategies: what is told apart among two may not be among three', () => {
    const alone = boardOf({ best: missing(0), poor: missing(6) })
    expect(alone.standings[1]!.behind).toMatchObject({ adjustedP: 1 / 32, distinguishable: true })
    const beside = boardOf({ best: missing(0), poor: missing(6), other: missing(5) })
    expect(beside.standings.map(({ behind }) => behind?.distinguishable)).toEqual([undefined, false, false])
  })

  it('knows a strategy that is the same on every question, and takes the first of equals as the best', () => {
    const { best, standings } = boardOf({ one: missing(2), other: missing(2) })
    expect(best).toBe('one')
    expect(standings[1]!.behind).toMatchObject({ changed: 0, p: null, adjustedP: null, distinguishable: false })
  })

  it('compares over the questions that both answered, and not at all without any', () => {
    const errors = Object.fromEntries(ids.slice(0, 3).map((id) => [id, 'down']))
    expect(boardOf({ best: missing(0), flaky: missing(6, { errors }) }).standings[1]!.behind).toMatchObject({ n: 9 })
    const down = missing(0, { errors: Object.fromEntries(ids.map((id) => [id, 'down'])) })
    expect(boardOf({ down, best: missing(0) })).toMatchObject({
      best: 'best',
      standings: [{ strategy: 'best' }, { strategy: 'down', point: null, behind: null }],
    })
  })

  it('has no best where no strategy has a score', () => {
    expect(boardOf({ one: missing(0) }, 'mrr').best).toBeNull()
  })
})

describe('gainsOverParts', () => {
  it('says by how much a strategy beats its parts, over all questions and by category', () => {
    const report = reportOf({
      queries,
      documents,
      strategies: { base: missing(4), graph: missing(1) },
      metrics: ['hit@1'],
    })
    const strategies = { ...report.strategies, graph: { ...report.strategies.graph!, parts: ['base'] } }
    const gains = gainsOverParts({ ...report, strategies }, 'hit@1', ['base', 'graph'])
    expect(gains.map(({ category, n, means, p }) => [category, n, means, p])).toEqual([
      [null, 12, { part: 8 / 12, strategy: 11 / 12 }, 0.25],
      ['api_usage', 8, { part: 1, strategy: 1 }, null],
      ['call_chain', 4, { part: 0, strategy: 0.75 }, 0.25],
    ])
    expect(gains[0]).toMatchObject({ strategy: 'graph', part: 'base' })
  })
})
