import { describe, expect, it } from 'vitest'
import { fewOf, pinnedByQuestion, pinnedReason } from '../../src/gate/pinned-by-question.ts'
import { asking, breaking, decideSides, type Side, simpleSide } from '../comparison/sides.ts'

const NAMES = ['bm25', 'dense', 'graph', 'hyde', 'qna', 'raptor', 'rerank']
const WHY = 'has no expected answer in the top 10'

/** Seven strategies that find the same, under a rule that lets everything go; the first two questions are pinned. */
function sevenStrategies(side: Side): Side {
  const [first] = Object.values(side.strategies)
  return {
    ...side,
    strategies: Object.fromEntries(NAMES.map((name) => [name, first!])),
    rules: [{ maxDrop: { absolute: 1 } }],
  }
}

const base = asking(simpleSide(20), (one, index) => ({ ...one, pinned: index < 2 }))

describe('pinned questions that fail on many strategies', () => {
  it('are told once each, with the strategies in few words', async () => {
    const { verdict } = await decideSides(sevenStrategies(base), sevenStrategies(breaking(base, 2)))
    expect(verdict.pinned).toHaveLength(14)
    expect(verdict.reasons).toEqual([
      `pinned q001 ${WHY} on bm25, dense and 5 more`,
      `pinned q002 ${WHY} on bm25, dense and 5 more`,
    ])
    expect(verdict.headline).toBe('2 pinned questions fail: q001, q002 (on bm25, dense and 5 more)')
  })

  it('leave one parenthesis in the headline', async () => {
    const { verdict } = await decideSides(sevenStrategies(base), sevenStrategies(breaking(base, 1)))
    expect(verdict.headline).toBe(`A pinned question fails: q001 ${WHY} (on bm25, dense and 5 more)`)
  })

  it('keep what fails for another reason apart', () => {
    const questions = pinnedByQuestion([
      { query: 'Q1', strategy: 'bm25', why: WHY },
      { query: 'Q1', strategy: 'dense', why: 'could not be asked' },
      { query: 'Q1', strategy: 'hyde', why: WHY },
      { query: 'Q2', why: 'was removed' },
    ])
    expect(questions.map(pinnedReason)).toEqual([
      `pinned Q1 ${WHY} on bm25, hyde`,
      'dense: pinned Q1 could not be asked',
      'pinned Q2 was removed',
    ])
  })

  it('name a last strategy rather than count it', () => {
    expect(fewOf(['a', 'b', 'c'])).toBe('a, b, c')
    expect(fewOf(['a', 'b', 'c', 'd'])).toBe('a, b and 2 more')
  })
})
