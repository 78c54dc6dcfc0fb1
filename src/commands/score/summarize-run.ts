import { compareCodeUnits } from '../../code-units.ts'
import type { Qrels } from '../../evalset/trec-qrels.ts'
import { estimateMeans } from '../../statistics/estimate-mean.ts'
import type { RunOutcome, ScoreOutcome } from './score-outcome.ts'
import { emptyScores, type ScoredRun, type Scoring } from './score-run.ts'

/** Puts a run's scores in the order of query ids, fills in or leaves out what is missing, and estimates the means. */
export function summarizeRun(
  run: ScoredRun,
  qrels: Qrels,
  scoring: Scoring,
  missing: ScoreOutcome['missing'],
): RunOutcome {
  const judged = [...qrels.queries.keys()].sort(compareCodeUnits)
  const queries = missing === 'zero' ? judged : judged.filter((id) => run.scores.has(id))
  const rows = queries.map((id) => run.scores.get(id) ?? emptyScores(qrels, qrels.queries.get(id)!, scoring))
  const columns = new Map(scoring.metrics.map((metric, i) => [metric.id, rows.map((row) => row[i]!)]))
  return {
    path: run.path,
    metrics: estimateMeans(columns, { seed: 'score' }),
    columns,
    queries,
    missing: judged.filter((id) => !run.scores.has(id)),
    unjudged: run.unjudged,
  }
}
