import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Hit } from '../../src/model.ts'
import { compareHits } from '../../src/strategies/hit-order.ts'

function sorted(hits: Hit[]): string[] {
  return hits.toSorted(compareHits).map(({ id }) => id)
}

test('higher scores come first', () => {
  expect(
    sorted([
      { id: 'a', score: 1 },
      { id: 'b', score: 2 },
      { id: 'c', score: -1 },
    ]),
  ).toEqual(['b', 'a', 'c'])
})

test('equal scores are ordered by path, then first line, then id', () => {
  const hits: Hit[] = [
    { id: 'z', score: 1, path: 'b.md', startLine: 1 },
    { id: 'y', score: 1, path: 'a.md', startLine: 10 },
    { id: 'x2', score: 1, path: 'a.md', startLine: 9 },
    { id: 'x1', score: 1, path: 'a.md', startLine: 9 },
    { id: 'w', score: 1 },
  ]
  expect(sorted(hits)).toEqual(['w', 'x1', 'x2', 'y', 'z'])
})

test('strings are compared by code units, not by a language', () => {
  const hits = ['ä', 'z', 'Z', 'a', '\u{1f600}', '\uff5e'].map((path) => ({ id: path, path, score: 1 }))
  expect(sorted(hits)).toEqual(['Z', 'a', 'z', 'ä', '\u{1f600}', '\uff5e'])
})

test('the order does not depend on the order of arrival', () => {
  const hit = fc.record({
    id: fc.constantFrom('a', 'b', 'c'),
    score: fc.constantFrom(1, 2),
    path: fc.constantFrom('p', 'q'),
    startLine: fc.constantFrom(1, 2),
  })
  fc.assert(
    fc.property(fc.array(hit), (hits) => {
      expect(hits.toSorted(compareHits)).toEqual(hits.toReversed().sort(compareHits))
    }),
  )
})
