import type { JudgedSpan } from './judged-span.ts'
import { rankingFamily } from './ranking-family.ts'
import { relevantCount } from './relevant-count.ts'
import { relevantInTop } from './relevant-in-top.ts'

/** Share of the relevant judgments that the first `k` positions consumed; null where nothing is relevant. */
export function recallOf(ranking: JudgedSpan, k: number): number | null {
  const relevant = relevantCount(ranking)
  return relevant === 0 ? null : relevantInTop(ranking, k) / relevant
}

export const recall = rankingFamily({
  name: 'recall',
  cut: 'required',
  source: "trec_eval's recall",
  summary: 'Share of the relevant judgments found in the top k; each judgment counts once.',
  score: recallOf,
})
