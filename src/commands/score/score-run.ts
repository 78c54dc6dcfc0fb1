import type { ByteSource } from '../../evalset/byte-source.ts'
import type { Qrels } from '../../evalset/trec-qrels.ts'
import type { JudgedSpan } from '../../metrics/judged-span.ts'
import type { RankingMetric } from '../../metrics/metric.ts'
import { REPEATED, UNJUDGED } from '../../model.ts'
import type { QueryLines } from '../../retrieval/query-lines.ts'
import { readRun } from '../../retrieval/trec-run.ts'

/** What a run is scored with. */
export interface Scoring {
  readonly metrics: readonly RankingMetric[]
  /** The grade from which a judgment is relevant to the binary metrics. */
  readonly level: number
}

export interface ScoredRun {
  readonly path: string
  /** Query id -> one score a metric, for each judged query with a ranking. */
  readonly scores: ReadonlyMap<string, readonly number[]>
  /** How many queries of the run no judgment is about. */
  readonly unjudged: number
}

const NOTHING = new Int32Array(0)

/** Scores every judged query of a run by trec_eval's conventions, reading the file as it goes. */
export function scoreRun(source: ByteSource, qrels: Qrels, { metrics, level }: Scoring): ScoredRun {
  const scores = new Map<string, readonly number[]>()
  let labels = NOTHING
  const take = (id: string, lines: QueryLines): void => {
    const query = qrels.queries.get(id)!
    if (lines.ids.size > labels.length) labels = new Int32Array(2 * lines.ids.size)
    const end = labelLines(labels, qrels, query, lines)
    const span = judgedSpan(qrels, query, level, labels, end)
    scores.set(
      id,
      metrics.map((metric) => metric.scoreAsTrecEval(span)),
    )
  }
  const queries = readRun(source, { wants: (id) => qrels.queries.has(id), take })
  return { path: source.path, scores, unjudged: queries.size - scores.size }
}

/** What the metrics give a judged query for which nothing was retrieved. */
export function emptyScores(qrels: Qrels, query: number, { metrics, level }: Scoring): number[] {
  const span = judgedSpan(qrels, query, level, NOTHING, 0)
  return metrics.map((metric) => metric.scoreAsTrecEval(span))
}

function judgedSpan(qrels: Qrels, query: number, level: number, labels: Int32Array, end: number): JudgedSpan {
  const grades = qrels.grades(query)
  return { labels, tokens: NOTHING, start: 0, end, grades, gradesStart: 0, gradesEnd: grades.length, level }
}

/**
 * Writes the label of each position and returns how many there are. A negative grade is "looked at, and no gain": bpref
 * passes over it, as in trec_eval, and judged@k counts it. Looks the few judgments up among the many lines.
 */
function labelLines(labels: Int32Array, qrels: Qrels, query: number, lines: QueryLines): number {
  const order = lines.order()
  const positions = new Int32Array(order.length)
  for (let i = 0; i < order.length; i++) positions[order[i]!] = i
  labels.fill(UNJUDGED, 0, order.length)
  const { bytes, starts, hashes } = qrels.documents
  for (const judgment of qrels.judgmentsOf(query)) {
    const line = lines.ids.find(0, hashes[judgment]!, bytes, starts[judgment]!, starts[judgment + 1]!)
    const grade = qrels.gradeOf[judgment]!
    if (line !== -1) labels[positions[line]!] = Math.max(grade, REPEATED)
  }
  return order.length
}
