import type { Estimate, Query } from '../model.ts'
import { estimateMean } from '../statistics/estimate-mean.ts'
import type { Measured, Scored } from './measured.ts'

/** The mean score of what was scored, with its interval: as a run reports it. */
export function scoreEstimate(
  { scored }: Measured,
  queries: readonly Query[],
  seed: string,
  read: (scored: Scored) => number = ({ score }) => score,
): Estimate {
  const members = queries.flatMap(({ id }) => scored.get(id) ?? [])
  return estimateMean(members.map(read), { clusters: members.map(({ query }) => query.cluster), seed })
}
