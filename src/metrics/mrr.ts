import type { JudgedSpan } from './judged-span.ts'
import { rankingFamily } from './ranking-family.ts'
import { relevantCount } from './relevant-count.ts'

export const mrr = rankingFamily({
  name: 'mrr',
  cut: 'optional',
  source: "Voorhees 1999; trec_eval's recip_rank",
  summary: '1 / rank of the first relevant hit, 0 where there is none (in the top k).',
  score: (ranking, k) => (relevantCount(ranking) === 0 ? null : reciprocalRank(ranking, k)),
})

function reciprocalRank({ labels, start, end, level }: JudgedSpan, k: number): number {
  const cut = Math.min(end, start + k)
  for (let i = start; i < cut; i++) if (labels[i]! >= level) return 1 / (i - start + 1)
  return 0
}
