import { rankingFamily } from './ranking-family.ts'
import { relevantCount } from './relevant-count.ts'
import { relevantInTop } from './relevant-in-top.ts'

export const hit = rankingFamily({
  name: 'hit',
  cut: 'required',
  source: "trec_eval's success",
  summary: '1 where at least one relevant judgment is found in the top k, else 0. Often called hit rate.',
  step: 1,
  score: (ranking, k) => (relevantCount(ranking) === 0 ? null : relevantInTop(ranking, k) > 0 ? 1 : 0),
})
