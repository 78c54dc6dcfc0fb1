import { expect, test } from 'vitest'
import { expandedQuery } from '../../../src/strategies/bm25/relevance-model.ts'

const [red, green, blue, grey] = [0, 1, 2, 3] as const
const names = ['red', 'green', 'blue', 'grey']
const term = (id: number) => names[id]!

/** Two hits. First: red 2 of 4, green 2 of 4, score 3. Second: green 1 of 4, blue 3 of 4, score 1. */
const chunks = [
  {
    score: 3,
    counts: new Map([
      [red, 2],
      [green, 2],
    ]),
  },
  {
    score: 1,
    counts: new Map([
      [green, 1],
      [blue, 3],
    ]),
  },
]

function weights(question: readonly (readonly [number, number])[], terms: number, questionWeight: number) {
  const query = question.map(([term, count]) => ({ term, count }))
  return expandedQuery(query, chunks, { terms, questionWeight }, term).map(({ term: id, count }) => [term(id), count])
}

test('mixes the question with the terms of the hits, as worked out by hand', () => {
  // red 3 x 2/4 = 1.5; green 3 x 2/4 + 1 x 1/4 = 1.75; blue 1 x 3/4 = 0.75: together 4.
  expect(weights([[red, 1]], 10, 0.5)).toEqual([
    ['red', 0.5 + 0.5 * (1.5 / 4)],
    ['green', 0.5 * (1.75 / 4)],
    ['blue', 0.5 * (0.75 / 4)],
  ])
})

test('takes the heaviest terms only, and the question by how often it says a word', () => {
  // green 1.75 and red 1.5 are taken: together 3.25.
  const question = [[grey, 3] as const, [red, 1] as const]
  expect(weights(question, 2, 0.75)).toEqual([
    ['grey', 0.75 * (3 / 4)],
    ['red', 0.75 * (1 / 4) + 0.25 * (1.5 / 3.25)],
    ['green', 0.25 * (1.75 / 3.25)],
  ])
})

test('takes equal terms in their order', () => {
  const level = [
    {
      score: 1,
      counts: new Map([
        [red, 1],
        [green, 1],
        [blue, 1],
      ]),
    },
  ]
  const expanded = expandedQuery([], level, { terms: 2, questionWeight: 0 }, term)
  expect(expanded.map((part) => term(part.term))).toEqual(['blue', 'green'])
})

test('leaves the question as it is where no hit has a term to add', () => {
  const question = [{ term: red, count: 2 }]
  expect(expandedQuery(question, [], { terms: 10, questionWeight: 0.5 }, term)).toEqual(question)
})
