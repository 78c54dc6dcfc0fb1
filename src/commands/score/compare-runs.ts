import { benjaminiHochberg } from '../../statistics/benjamini-hochberg.ts'
import { type PairedEvidence, pairedEvidence } from '../../statistics/paired-evidence.ts'
import type { MetricComparison, RunOutcome } from './score-outcome.ts'

/** Pairs two runs query by query, on the queries that both have. */
export function compareRuns(base: RunOutcome, now: RunOutcome): Map<string, MetricComparison> {
  const evidence = new Map<string, PairedEvidence>()
  for (const metric of base.columns.keys()) {
    evidence.set(metric, pairedEvidence(shared(base, now, metric), shared(now, base, metric), { seed: 'score' }))
  }
  return withAdjustedP(evidence)
}

/** The scores of one side on the queries that the other has as well. */
function shared(side: RunOutcome, other: RunOutcome, metric: string): number[] {
  const wanted = new Set(other.queries)
  return side.columns.get(metric)!.filter((_, i) => wanted.has(side.queries[i]!))
}

function withAdjustedP(evidence: ReadonlyMap<string, PairedEvidence>): Map<string, MetricComparison> {
  const ps = [...evidence.values()].map(({ p }) => p).filter((p) => p !== null)
  const adjusted = benjaminiHochberg(ps).values()
  return new Map(
    [...evidence].map(([metric, found]) => [
      metric,
      { ...found, adjustedP: found.p === null ? null : adjusted.next().value! },
    ]),
  )
}
