import type { EvaluationReport } from '../baseline/report-schema.ts'
import { fingerprint } from '../fingerprint.ts'
import type { Durations } from './shard-ids.ts'

/** What the questions were shared out by. */
export interface Balance {
  /** Of the report that was measured. */
  readonly fingerprint: string
  /** Question id -> milliseconds. */
  readonly durations: Durations
}

/** What a baseline measured of its questions; null where it has none of that. */
export function balanceBy(baseline: EvaluationReport | null): Balance | null {
  const durations = baseline?.timing?.queries
  if (durations === undefined || Object.keys(durations).length === 0) return null
  const { commit, fingerprints } = baseline!
  return { fingerprint: fingerprint([commit, fingerprints, durations]), durations }
}
