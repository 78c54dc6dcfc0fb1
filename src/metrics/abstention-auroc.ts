import type { JudgedRanking } from '../model.ts'
import { checkedCut } from './checked-cut.ts'
import type { MetricFamily, SetMember } from './metric.ts'

export const abstentionAuroc: MetricFamily = {
  name: 'abstention-auroc',
  form: 'abstention-auroc',
  takesK: false,
  needsK: false,
  higherIsBetter: true,
  range: [0, 1],
  source: 'Mann and Whitney 1947; area under the ROC curve',
  summary:
    'How often an answerable query has a higher top score than an unanswerable one, ties counting a half: could any cut on ' +
    'the score tell the two apart? 0.5 is chance. Scores are taken before any cut; an empty ranking is below every score.',
  kind: 'set',
  population: 'all',
  at(k) {
    checkedCut(abstentionAuroc, k)
    return {
      kind: 'set',
      id: 'abstention-auroc',
      family: abstentionAuroc,
      score: (members) => areaUnderRoc(topScores(members, true), topScores(members, false)),
      read: topScore,
      ofKinds: areaUnderRoc,
    }
  },
}

/** Null where one of the two kinds is absent. One kind is sorted and the other looked up in it: resamples ask this often. */
function areaUnderRoc(answerable: readonly number[], unanswerable: readonly number[]): number | null {
  if (answerable.length === 0 || unanswerable.length === 0) return null
  const sorted = new Float64Array(unanswerable).sort()
  let halves = 0
  for (const score of answerable) {
    const less = below(sorted, score)
    halves += less + upTo(sorted, score, less)
  }
  return halves / (2 * answerable.length * unanswerable.length)
}

/** How many of the sorted scores are less. */
function below(sorted: Float64Array, score: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! >= score) high = middle
    else low = middle + 1
  }
  return low
}

/** How many of the sorted scores are less or the same, given how many are less. */
function upTo(sorted: Float64Array, score: number, least: number): number {
  let low = least
  while (low < sorted.length && sorted[low]! === score) low++
  return low
}

function topScores(members: readonly SetMember[], answerable: boolean): number[] {
  return members.filter((member) => member.answerable === answerable).map(({ ranking }) => topScore(ranking))
}

function topScore({ confidence }: JudgedRanking): number {
  return confidence ?? Number.NEGATIVE_INFINITY
}
