import type { Query } from '../model.ts'
import type { Measured, Scored } from './measured.ts'

/** Two settings on the questions that both have scored, in the given order. */
export interface PairedScores {
  readonly base: readonly number[]
  readonly now: readonly number[]
  readonly clusters: readonly (string | undefined)[]
}

export function pairedScores(
  base: Measured,
  now: Measured,
  order: readonly Query[],
  read: (scored: Scored) => number = ({ score }) => score,
): PairedScores {
  const pairs = order.flatMap(({ id, cluster }) => {
    const [left, right] = [base.scored.get(id), now.scored.get(id)]
    return left === undefined || right === undefined ? [] : [{ base: read(left), now: read(right), cluster }]
  })
  return {
    base: pairs.map((pair) => pair.base),
    now: pairs.map((pair) => pair.now),
    clusters: pairs.map(({ cluster }) => cluster),
  }
}
