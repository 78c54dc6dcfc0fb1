import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shardIds } from '../../src/shards/shard-ids.ts'

const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 40 })
const count = fc.integer({ min: 1, max: 9 })
const durations = fc.option(fc.dictionary(fc.string({ minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 500 })))
const all = (wanted: readonly string[], of: number, took: Readonly<Record<string, number>> | null) =>
  Array.from({ length: of }, (_, turn) => [...shardIds(wanted, { index: turn + 1, count: of }, took)])

describe('the questions of shards', () => {
  it('are each in one of them', () => {
    fc.assert(
      fc.property(ids, count, durations, (wanted, of, took) => {
        expect(all(wanted, of, took).flat().sort()).toEqual(wanted.toSorted())
      }),
    )
  })

  it('do not depend on their order', () => {
    fc.assert(
      fc.property(ids, count, durations, (wanted, of, took) => {
        expect(all(wanted.toReversed(), of, took)).toEqual(all(wanted, of, took))
      }),
    )
  })

  it('are every nth by id where nothing was timed', () => {
    expect(all(['d', 'b', 'a', 'c', 'e'], 2, null)).toEqual([
      ['a', 'c', 'e'],
      ['b', 'd'],
    ])
  })

  it('take at most the mean and one question longer than the mean, where they were timed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 40 }), count, (times, of) => {
        const took = Object.fromEntries(times.map((time, index) => [`q${index}`, time]))
        const work = all(Object.keys(took), of, took).map((part) => part.reduce((sum, id) => sum + took[id]!, 0))
        const total = times.reduce((sum, time) => sum + time, 0)
        expect(Math.max(...work)).toBeLessThanOrEqual(total / of + Math.max(...times))
      }),
    )
  })

  it('go the longest first to who has least to do, the ids deciding ties', () => {
    expect(all(['a', 'b', 'c', 'd', 'e', 'f'], 2, { a: 3, b: 3, c: 2, d: 2, e: 2, f: 2 })).toEqual([
      ['a', 'c', 'e'],
      ['b', 'd', 'f'],
    ])
    expect(all(['a', 'b', 'c', 'd'], 2, { a: 9, b: 1, c: 1, d: 1 })).toEqual([['a'], ['b', 'c', 'd']])
  })

  it('count as the mean where they are new, and by number where all took no time', () => {
    expect(all(['a', 'b', 'new'], 2, { a: 30, b: 10 })).toEqual([['a'], ['new', 'b']])
    expect(all(['a', 'b', 'c', 'd'], 2, { a: 0, b: 0 })).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ])
  })
})
