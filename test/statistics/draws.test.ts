import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Draws, drawsOf } from '../../src/statistics/draws.ts'
import { estimateMean } from '../../src/statistics/estimate-mean.ts'
import { Random } from '../../src/statistics/random.ts'

/** So many draws of a size. */
function drawn(draw: (target: Int32Array) => void, size: number, times: number): number[][] {
  return Array.from({ length: times }, () => {
    const target = new Int32Array(size)
    draw(target)
    return [...target]
  })
}

describe('draws with one seed', () => {
  it('are those of the random source, for all who draw, however they take turns and wherever one stops', () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(fc.string(), sizes, fc.integer({ min: 0, max: 5 }), (seed, all, first) => {
        const draws = new Draws(seed)
        for (const [turn, size] of all.entries()) {
          const random = new Random(seed)
          const expected = drawn((target) => random.fill(target, size), size, 5)
          const times = turn === 0 ? first : 5
          expect(drawn(draws.start(size, 5), size, times)).toEqual(expected.slice(0, times))
        }
        const [one, other] = [draws.start(all[0]!, 5), draws.start(all[0]!, 5)]
        for (let turn = 0; turn < 5; turn++) expect(drawn(one, all[0]!, 1)).toEqual(drawn(other, all[0]!, 1))
      }),
    )
  })

  it('are the same where there are too many to be kept', () => {
    const size = 2000
    const draw = new Draws('seed').start(size, 10_000)
    expect(drawn(draw, size, 2)).toEqual(drawn(drawsOf('seed', size, 10_000), size, 2))
  })

  it('give the interval that is drawn alone', () => {
    const values = [0.1, 0.9, 0.4, 0.3, 0.8, 0.2]
    const draws = new Draws('seed')
    for (let turn = 0; turn < 2; turn++) {
      expect(estimateMean(values, { seed: draws })).toEqual(estimateMean(values, { seed: 'seed' }))
    }
  })
})
