import { rankingFamily } from './ranking-family.ts'

export const noEvidenceAccuracy = rankingFamily({
  name: 'no-evidence-accuracy',
  cut: 'none',
  source: 'answerability in SQuAD 2.0 (Rajpurkar et al. 2018), put to retrieval',
  summary:
    'Of unanswerable queries: 1 where nothing is returned, else 0. A strategy can only return nothing with a `minScore`.',
  population: 'unanswerable',
  step: 1,
  score: ({ start, end }) => (start === end ? 1 : 0),
})
