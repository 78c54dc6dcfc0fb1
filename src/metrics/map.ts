import type { JudgedSpan } from './judged-span.ts'
import { rankingFamily } from './ranking-family.ts'
import { relevantCount } from './relevant-count.ts'

export const map = rankingFamily({
  name: 'map',
  cut: 'optional',
  source: "trec_eval's map and map_cut",
  summary:
    'Precision at the rank of each relevant hit (in the top k), summed and divided by the number of relevant judgments.',
  score(ranking, k) {
    const relevant = relevantCount(ranking)
    return relevant === 0 ? null : precisionSum(ranking, k) / relevant
  },
})

function precisionSum({ labels, start, end, level }: JudgedSpan, k: number): number {
  const cut = Math.min(end, start + k)
  let found = 0
  let sum = 0
  for (let i = start; i < cut; i++) {
    if (labels[i]! < level) continue
    found++
    sum += found / (i - start + 1)
  }
  return sum
}
