import { describe, expect, it } from 'vitest'
import type { Side } from '../../src/selftest/answer.ts'
import { loseAll, mutate } from '../../src/selftest/mutate.ts'
import { mutations } from '../../src/selftest/mutations.ts'
import { TestBench } from '../../src/selftest/test-bench.ts'
import { reportOf } from '../comparison/sides.ts'
import { triedSide } from './tried-side.ts'

const bench = new TestBench(reportOf(triedSide))
const hitsOf = (side: Side, strategy: string, query: string) =>
  side
    .get(strategy)!
    .answers.get(query)!
    .hits.map(({ id }) => id)
const original = (query: string) => hitsOf(bench.side, 'right', query)
const changed = (side: Side, strategy = 'right') =>
  bench.queries.filter(
    (id) => side.get(strategy)!.answers.get(id)!.hits !== bench.side.get(strategy)!.answers.get(id)!.hits,
  )

describe('a mutation of rankings', () => {
  it('touches the share of the questions that is asked for, the same ones in every strategy', () => {
    const side = mutate(bench, mutations['swap-ranks'], 0.25, 'seed')
    expect(changed(side)).toHaveLength(10)
    expect(changed(side, 'late')).toEqual(changed(side))
  })

  it('touches one question at least, and none at strength 0', () => {
    expect(changed(mutate(bench, mutations['swap-ranks'], 0.001, 'seed'))).toHaveLength(1)
    expect(changed(mutate(bench, mutations['swap-ranks'], 0, 'seed'))).toEqual([])
  })

  it('does the same for the same seed, and something else for another', () => {
    const touched = (seed: string) => changed(mutate(bench, mutations['shuffle-top'], 0.25, seed))
    expect(touched('one')).toEqual(touched('one'))
    expect(touched('one')).not.toEqual(touched('two'))
  })

  it('drops the document of the top hit, in all its pieces', () => {
    const pieces = {
      right: { rankings: { ...triedSide.strategies.right!.rankings, q00: ['q00.md:1-2', 'q05.md', 'q00.md:3-4'] } },
    }
    const cut = new TestBench(reportOf({ ...triedSide, strategies: pieces }))
    expect(hitsOf(mutate(cut, mutations['drop-top-hit'], 1, 'seed'), 'right', 'q00')).toEqual(['q05.md'])
  })

  it('swaps the first hit and the fifth, of fewer the first and the last, and leaves a single one', () => {
    const rankings = { ...triedSide.strategies.right!.rankings, q01: ['a.md', 'b.md', 'c.md'], q02: ['a.md'], q03: [] }
    const short = new TestBench(reportOf({ ...triedSide, strategies: { right: { rankings } } }))
    const side = mutate(short, mutations['swap-ranks'], 1, 'seed')
    const [first, second, third, fourth, fifth, ...rest] = original('q00')
    expect(hitsOf(side, 'right', 'q00')).toEqual([fifth, second, third, fourth, first, ...rest])
    expect(hitsOf(side, 'right', 'q01')).toEqual(['c.md', 'b.md', 'a.md'])
    expect(hitsOf(side, 'right', 'q02')).toEqual(['a.md'])
    expect(hitsOf(side, 'right', 'q03')).toEqual([])
  })

  it('shuffles no more than the top 10', () => {
    const long = Array.from({ length: 14 }, (_, rank) => `${rank}.md`)
    const rankings = { ...triedSide.strategies.right!.rankings, q00: long }
    const deep = new TestBench(reportOf({ ...triedSide, strategies: { right: { rankings } } }))
    const after = hitsOf(mutate(deep, mutations['shuffle-top'], 1, 'seed'), 'right', 'q00')
    expect(after).not.toEqual(long)
    expect(after.slice(10)).toEqual(long.slice(10))
    expect([...after].sort()).toEqual([...long].sort())
  })

  it('removes a share of the documents from every ranking', () => {
    const side = mutate(bench, mutations['remove-documents'], 0.25, 'seed')
    const left = new Set(bench.queries.flatMap((id) => hitsOf(side, 'right', id)))
    expect(left.size).toBe(30)
    for (const id of bench.queries)
      expect(hitsOf(side, 'right', id)).toEqual(original(id).filter((path) => left.has(path)))
  })

  it('may leave nothing at all', () => {
    const side = loseAll(bench)
    for (const id of bench.queries) expect(hitsOf(side, 'near', id)).toEqual([])
  })
})
