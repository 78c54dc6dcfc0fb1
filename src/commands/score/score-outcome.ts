import type { Estimate } from '../../model.ts'
import type { PairedEvidence } from '../../statistics/paired-evidence.ts'

/** One run's scores over the queries that count. */
export interface RunOutcome {
  readonly path: string
  readonly metrics: ReadonlyMap<string, Estimate>
  /** Metric id -> scores, in the order of `queries`. */
  readonly columns: ReadonlyMap<string, readonly number[]>
  /** Query ids in code-unit order. */
  readonly queries: readonly string[]
  /** Judged queries that the run has no ranking for. */
  readonly missing: readonly string[]
  /** How many queries of the run no judgment is about; they count for nothing. */
  readonly unjudged: number
}

export interface MetricComparison extends PairedEvidence {
  /** p adjusted for the number of metrics compared (Benjamini and Hochberg 1995). */
  readonly adjustedP: number | null
}

/** Everything that `score` found out. */
export interface ScoreOutcome {
  readonly qrels: string
  /** What became of judged queries without a ranking. */
  readonly missing: 'zero' | 'skip'
  readonly runs: readonly RunOutcome[]
  /** Judged queries without any relevant document: they score 0, as in trec_eval. */
  readonly withoutRelevant: readonly string[]
  /** Second run minus first, over the queries that count on both sides; null with one run. */
  readonly comparison: ReadonlyMap<string, MetricComparison> | null
}
