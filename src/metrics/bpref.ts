import type { JudgedSpan } from './judged-span.ts'
import { rankingFamily } from './ranking-family.ts'
import { relevantCount } from './relevant-count.ts'

export const bpref = rankingFamily({
  name: 'bpref',
  cut: 'none',
  source: "Buckley and Voorhees 2004, as in trec_eval's bpref",
  summary:
    'How rarely a hit judged not relevant stands above a relevant one; hits without a judgment do not count. ' +
    '(1/R) sum over the retrieved relevant of 1 - min(n, R) / min(R, N), where n is how many of the N judged not relevant ' +
    'stand above it. n/a for a query without an explicit grade 0.',
  needsGradeZero: true,
  score(ranking) {
    const relevant = relevantCount(ranking)
    return relevant === 0 ? null : preferencesKept(ranking, relevant) / relevant
  },
})

function preferencesKept(span: JudgedSpan, relevant: number): number {
  const { labels, start, end, gradesStart, gradesEnd, level } = span
  const compared = Math.min(gradesEnd - gradesStart - relevant, relevant)
  let above = 0
  let sum = 0
  for (let i = start; i < end; i++) {
    const label = labels[i]!
    if (label >= level) sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / compared
    else if (label >= 0) above++
  }
  return sum
}
