import type { JudgedSpan } from './judged-span.ts'
import { rankingFamily } from './ranking-family.ts'
import { relevantCount } from './relevant-count.ts'
import { relevantInTop } from './relevant-in-top.ts'

/** Relevant positions among the first `k`, divided by `k`; null where nothing is relevant. */
export function precisionOf(ranking: JudgedSpan, k: number): number | null {
  return relevantCount(ranking) === 0 ? null : relevantInTop(ranking, k) / k
}

export const precision = rankingFamily({
  name: 'precision',
  cut: 'required',
  source: "trec_eval's P",
  summary:
    'Share of the top k that is relevant. Divided by k even where fewer hits came back; some tools divide by the number ' +
    'retrieved instead and print higher values.',
  score: precisionOf,
})
