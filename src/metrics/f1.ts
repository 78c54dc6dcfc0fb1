import { precisionOf } from './precision.ts'
import { rankingFamily } from './ranking-family.ts'
import { recallOf } from './recall.ts'

export const f1 = rankingFamily({
  name: 'f1',
  cut: 'required',
  source: 'van Rijsbergen 1979, with beta = 1',
  summary: 'Harmonic mean of precision@k (divided by k) and recall@k; 0 where both are 0.',
  score(ranking, k) {
    const recall = recallOf(ranking, k)
    const precision = precisionOf(ranking, k)
    if (recall === null || precision === null) return null
    return recall + precision === 0 ? 0 : (2 * precision * recall) / (precision + recall)
  },
})
