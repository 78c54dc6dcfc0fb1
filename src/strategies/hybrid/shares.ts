import type { Hit } from '../../model.ts'

/** What each hit of one part is worth to the fusion, in the ranking's order. */
export type SharesOf = (hits: readonly Hit[], weight: number) => readonly number[]

/**
 * Reciprocal rank fusion: weight / (k + rank), ranks from 1 (Cormack, Clarke and Buettcher, "Reciprocal rank fusion
 * outperforms Condorcet and individual rank learning methods", SIGIR 2009).
 */
export function reciprocalRanks(k: number): SharesOf {
  return (hits, weight) => hits.map((_, index) => weight / (k + index + 1))
}

/**
 * Scores brought to 0..1 by the best and the worst of them, times the weight; 1 each where all are equal. Bruch, Gai and
 * Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval" (TOIS 2023), find such a sum better than reciprocal ranks.
 */
export const minMaxScores: SharesOf = (hits, weight) => {
  const best = hits[0]?.score ?? 0
  const worst = hits.at(-1)?.score ?? 0
  return hits.map(({ score }) => weight * (best > worst ? (score - worst) / (best - worst) : 1))
}
