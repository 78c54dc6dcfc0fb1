import { UNJUDGED } from '../model.ts'
import { discountsUpTo } from './discounts.ts'
import type { JudgedSpan } from './judged-span.ts'
import { discountedGain } from './ndcg.ts'
import { rankingFamily } from './ranking-family.ts'

export const condensedNdcg = rankingFamily({
  name: 'condensed-ndcg',
  cut: 'required',
  source: 'Sakai 2007',
  summary:
    'nDCG of what is left when every hit without a judgment is taken out of the ranking: robust where judgments are ' +
    'incomplete. n/a for a query without an explicit grade 0.',
  needsGradeZero: true,
  score(span, k) {
    const { grades, gradesStart, gradesEnd } = span
    const ideal = discountedGain(grades, gradesStart, Math.min(gradesEnd, gradesStart + k))
    return ideal > 0 ? condensedGain(span, k) / ideal : null
  },
})

function condensedGain({ labels, start, end }: JudgedSpan, k: number): number {
  const discounts = discountsUpTo(Math.min(end - start, k))
  let rank = 0
  let sum = 0
  for (let i = start; i < end && rank < k; i++) {
    const label = labels[i]!
    if (label === UNJUDGED) continue
    if (label > 0) sum += label / discounts[rank]!
    rank++
  }
  return sum
}
