import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Edge } from '../../../src/strategies/graph/edge.ts'
import { type Tie, tiesOf } from '../../../src/strategies/graph/ties.ts'
import { sumOfSteps, tieTable, walk } from '../../../src/strategies/graph/walk.ts'

const COUNT = 12
const edge = (from: number, to: number, certainty = 1): Edge => ({ from, to, kind: 'next', label: '', certainty })

/** A walk as it is defined, with a map for each step. */
function byMaps(scores: ReadonlyMap<number, number>, ties: readonly (readonly Tie[])[], decay: number, hops: number) {
  const total = new Map(scores)
  let last = scores
  for (let hop = 0; hop < hops; hop++) {
    const next = new Map<number, number>()
    for (const [from, score] of last)
      for (const { to, share } of ties[from]!) next.set(to, (next.get(to) ?? 0) + score * share * decay)
    for (const [chunk, score] of next) total.set(chunk, (total.get(chunk) ?? 0) + score)
    last = next
  }
  return total
}

test('a chunk hands on what it has, by the shares of its ties, and keeps it', () => {
  const ties = tiesOf([edge(0, 1), edge(0, 2)], 4)
  const steps = walk(new Map([[0, 1]]), tieTable(ties), 0.5, 1)
  expect(steps.map(({ chunks }) => chunks)).toEqual([[0], [1, 2]])
  expect(sumOfSteps(steps)).toMatchObject({ chunks: [0, 1, 2], values: Float64Array.of(1, 0.25, 0.25, 0) })
})

test('reaches a chunk that is handed nothing', () => {
  const steps = walk(new Map([[0, 0]]), tieTable(tiesOf([edge(0, 1)], 2)), 0.5, 2)
  expect(sumOfSteps(steps).chunks).toEqual([0, 1])
})

test('is the sum of all steps, to the bit and in the order of the first arrival', () => {
  const chunk = fc.integer({ min: 0, max: COUNT - 1 })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  const edges = fc.array(fc.tuple(chunk, chunk, share), { maxLength: 30 })
  const anchors = fc.array(fc.tuple(chunk, share), { maxLength: 6 })
  fc.assert(
    fc.property(edges, anchors, fc.integer({ min: 0, max: 3 }), (some, begun, hops) => {
      const ties = tiesOf(
        some.map(([from, to, certainty]) => edge(from, to, certainty)),
        COUNT,
      )
      const expected = byMaps(new Map(begun), ties, 0.5, hops)
      const { chunks, values } = sumOfSteps(walk(new Map(begun), tieTable(ties), 0.5, hops))
      expect(chunks.map((one) => [one, values[one]])).toEqual([...expected])
    }),
  )
})
