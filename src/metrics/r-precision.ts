import { rankingFamily } from './ranking-family.ts'
import { relevantCount } from './relevant-count.ts'
import { relevantInTop } from './relevant-in-top.ts'

export const rPrecision = rankingFamily({
  name: 'r-precision',
  cut: 'none',
  source: "trec_eval's Rprec",
  summary: 'Precision at R, where R is the number of relevant judgments of the query.',
  score(ranking) {
    const relevant = relevantCount(ranking)
    return relevant === 0 ? null : relevantInTop(ranking, relevant) / relevant
  },
})
