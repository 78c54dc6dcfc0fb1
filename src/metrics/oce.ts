import { ndcgOf } from './ndcg.ts'
import { rankingFamily } from './ranking-family.ts'
import { top1Of } from './top1.ts'

export const oce = rankingFamily({
  name: 'oce',
  cut: 'none',
  range: [0, 2],
  source: 'the expected_files benchmarks of code search',
  summary: 'top1 plus ndcg@10, out of 2; the first expected file has grade 2 there, the others 1.',
  score(ranking) {
    const first = top1Of(ranking)
    const order = ndcgOf(ranking, 10)
    return first === null || order === null ? null : first + order
  },
})
