import type { Acceptance } from '../baseline/acceptance-schema.ts'
import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { Comparison } from '../comparison/comparison.ts'
import type { Metric } from '../metrics/metric.ts'
import type { Rule } from './rule.ts'

/** Everything a verdict is made of. */
export interface GateInput {
  readonly rules: readonly Rule[]
  /** Queries that may err, per strategy. */
  readonly maxErrors: number
  readonly head: EvaluationReport
  /** What the baseline asked; absent without one. */
  readonly base?: Pick<EvaluationReport, 'queries'> & Partial<Pick<EvaluationReport, 'gate' | 'match' | 'canaries'>>
  /** The base branch's rules and questions decide, also where its report does not say so. */
  readonly protect?: boolean
  /** The day that acceptances are looked at, `2026-12-31`; without it none has expired. */
  readonly today?: string
  /** Accepted losses beside those of the repository's own list. */
  readonly accept?: readonly Acceptance[]
  readonly comparison: Comparison | null
  /** Which baseline was used, or why there is none. */
  readonly baselineNote: string
  /** The baseline's latencies, where both sides were measured in one job on one machine; else null. */
  readonly comparableLatency: EvaluationReport['latency'] | null
  /** Strategies of the base that reach something outside this job, which was not there for the base. */
  readonly notRecomputed?: readonly string[]
  readonly seed: string
  /** Sign flips behind a p; 0 where no rule decides by it and nobody reads it. */
  readonly flips?: number
  metricOf(id: string): Metric
}
