import { describe, expect, it } from 'vitest'
import { failingQueries, worseQueries } from '../../src/reports/failing-queries.ts'
import { decideSides, retrieving, simpleSide } from '../comparison/sides.ts'

const base = simpleSide(20)
const worse = (maxDrop: number) =>
  retrieving({ ...base, rules: [{ maxDrop: { absolute: maxDrop } }] }, { q003: ['other.md', 'q003.md'] })
const idsOf = (stories: readonly { id: string }[]) => stories.map(({ id }) => id)

describe('what got worse without breaking', () => {
  it('is told of a pass too, beside what broke: nothing', async () => {
    const outcome = await decideSides(base, worse(0.5))
    expect(outcome.verdict.status).toBe('pass')
    expect(idsOf(worseQueries(outcome))).toEqual(['q003'])
    expect(failingQueries(outcome).stories).toEqual([])
  })

  it('is told once where it is what failed', async () => {
    const outcome = await decideSides(base, worse(0.001))
    expect(outcome.verdict.status).toBe('fail')
    expect(worseQueries(outcome)).toEqual([])
    expect(idsOf(failingQueries(outcome).stories)).toEqual(['q003'])
  })
})
