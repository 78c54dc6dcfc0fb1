import type { JudgedSpan } from './judged-span.ts'
import { rankingFamily } from './ranking-family.ts'
import { recallOf } from './recall.ts'

export const recallTokens = rankingFamily({
  name: 'recall@tokens',
  cut: 'tokens',
  source: 'recall at an equal context budget',
  summary:
    'Recall over the hits that fit, in order, into N tokens; the first hit that does not fit ends it. The fair way to ' +
    'compare chunk sizes.',
  score: (ranking, budget) => recallOf(ranking, positionsWithin(ranking, budget)),
})

function positionsWithin({ tokens, start, end }: JudgedSpan, budget: number): number {
  let used = 0
  let i = start
  for (; i < end; i++) {
    used += tokens[i]!
    if (used > budget) break
  }
  return i - start
}
