import { describe, expect, it } from 'vitest'
import { slicesTable } from '../../src/reports/slices-table.ts'
import { asking, decideSides, retrieving, simpleSide } from '../comparison/sides.ts'
import { firstRunOutcome } from '../support/outcome.ts'

const base = asking(simpleSide(12), (one, index) => ({ ...one, category: index < 4 ? 'how-to' : 'lookup' }))

describe('kinds of questions', () => {
  it('have the score of now, and the mean change of their questions', async () => {
    const head = retrieving(base, { q001: ['other.md'], q002: ['other.md', 'q002.md'] })
    const { title, rows } = slicesTable(await decideSides(base, head))
    expect(title).toBe('Kinds of questions, `ndcg@10` now (and its change)')
    // Four questions: 1 -> 0, 1 -> 1 / log2(3), and two that stay at 1.
    expect(rows).toEqual([
      ['category', '`how-to`', '4', '0.658 (−0.342)'],
      ['category', '`lookup`', '8', '1.000 (0)'],
    ])
  })

  it('have no change without another side', () => {
    const { title, rows } = slicesTable(firstRunOutcome())
    expect(title).toBe('Kinds of questions, `ndcg@10` now')
    expect(rows[0]!.slice(3).every((cell) => /^\d\.\d{3}$/.test(cell))).toBe(true)
  })
})
