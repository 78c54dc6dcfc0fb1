import { discountsUpTo } from './discounts.ts'
import { rankingFamily } from './ranking-family.ts'

export const ndcgExp = rankingFamily({
  name: 'ndcg-exp',
  cut: 'required',
  source: 'Burges et al. 2005',
  summary:
    'nDCG with gain 2^grade - 1, so that the best grades weigh more. Equal to ndcg@k where all grades are 0 or 1.',
  score({ labels, start, end, grades, gradesStart, gradesEnd }, k) {
    const ideal = exponentialGain(grades, gradesStart, Math.min(gradesEnd, gradesStart + k))
    return ideal > 0 ? exponentialGain(labels, start, Math.min(end, start + k)) / ideal : null
  },
})

function exponentialGain(grades: ArrayLike<number>, start: number, end: number): number {
  const discounts = discountsUpTo(end - start)
  let sum = 0
  for (let i = start; i < end; i++) {
    const grade = grades[i]!
    if (grade > 0) sum += (2 ** grade - 1) / discounts[i - start]!
  }
  return sum
}
