import { discountsUpTo } from './discounts.ts'
import type { JudgedSpan } from './judged-span.ts'
import { rankingFamily } from './ranking-family.ts'

/** nDCG with linear gain; null where nothing is relevant. A ranking in the ideal order scores exactly 1. */
export function ndcgOf({ labels, start, end, grades, gradesStart, gradesEnd }: JudgedSpan, k: number): number | null {
  const ideal = discountedGain(grades, gradesStart, Math.min(gradesEnd, gradesStart + k))
  return ideal > 0 ? discountedGain(labels, start, Math.min(end, start + k)) / ideal : null
}

/** Discounted cumulative gain of `grades[start, end)`; what is not positive gains nothing. */
export function discountedGain(grades: ArrayLike<number>, start: number, end: number): number {
  const discounts = discountsUpTo(end - start)
  let sum = 0
  for (let i = start; i < end; i++) {
    const grade = grades[i]!
    if (grade > 0) sum += grade / discounts[i - start]!
  }
  return sum
}

export const ndcg = rankingFamily({
  name: 'ndcg',
  cut: 'optional',
  source: "Järvelin and Kekäläinen 2002; trec_eval's ndcg and ndcg_cut",
  summary:
    'How good the order of the top k is: gain is the grade, discounted by log2(rank + 1), divided by the best that all ' +
    'judgments of the query allow.',
  score: ndcgOf,
})
