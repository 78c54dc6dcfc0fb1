import type { ScoreExplanation } from '../strategy.ts'
import type { FusedHit } from './fuse.ts'

/** The rank and the share that each fused ranking gives a hit; `labels` name the rankings, of `candidates` hits at most. */
export function explainFused(
  labels: readonly string[],
  candidates: number,
  fused: FusedHit | undefined,
): ScoreExplanation {
  return {
    score: fused?.hit.score ?? 0,
    parts: labels.map((label, index) => {
      const { rank, value } = fused?.shares[index] ?? { rank: null, value: 0 }
      return { label: rank === null ? `${label}: not in its first ${candidates}` : `${label}: rank ${rank}`, value }
    }),
  }
}
