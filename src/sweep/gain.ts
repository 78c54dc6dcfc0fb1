import type { Query } from '../model.ts'
import { pairedEvidence } from '../statistics/paired-evidence.ts'
import type { Measured, Scored } from './measured.ts'
import { pairedScores } from './paired-scores.ts'
import type { Gain } from './sweep-result.ts'

/** What a setting gains on another, on the questions that both have scored; p is not adjusted yet. */
export function gainOf(
  base: Measured,
  now: Measured,
  queries: readonly Query[],
  seed: string,
  read?: (scored: Scored) => number,
): Gain {
  const pairs = pairedScores(base, now, queries, read)
  const { n, wins, ties, losses, difference, interval, p } = pairedEvidence(pairs.base, pairs.now, {
    clusters: pairs.clusters,
    seed,
  })
  return { n, wins, ties, losses, difference, interval, p, adjustedP: p }
}
