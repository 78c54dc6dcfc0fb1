import type { EvaluationReport } from '../baseline/report-schema.ts'
import { count, difference, score } from '../numbers.ts'
import { ownEntry } from '../own-entry.ts'
import { short } from './find-baseline.ts'

/** An earlier report of the base branch. */
export interface PastReport {
  readonly report: EvaluationReport
  readonly commit: string
  /** How long ago it was made. */
  readonly days: number
}

/** So many days ago is long enough for a loss that no single change shows. */
const LONG = 30

interface Compared {
  readonly past: PastReport
  readonly questions: number
  readonly before: number
  readonly now: number
}

/**
 * How retrieval stands against the best earlier run and against the newest of at least 30 days ago, in sentences: every change
 * may stay within what is allowed, and the sum not. Each is over the questions that both asked in the same words, on the
 * strategy that ships.
 */
export function slowLoss(head: EvaluationReport, past: readonly PastReport[]): string[] {
  const strategy = head.primary ?? Object.keys(head.strategies)[0]
  const metric = head.gate.rules.find(({ level }) => level === 'fail')?.metric ?? head.metrics[0]
  if (strategy === undefined || metric === undefined) return []
  const compared = past.flatMap((one) => compare(head, one, strategy, metric))
  const [best] = compared.toSorted((a, b) => b.before - b.now - (a.before - a.now))
  const [old] = compared.filter((one) => one.past.days >= LONG).toSorted((a, b) => a.past.days - b.past.days)
  return [
    ...(best === undefined ? [] : [`Against the best run known: ${told(best, strategy, metric)}`]),
    ...(old === undefined || old === best ? [] : [`Against ${LONG} days ago: ${told(old, strategy, metric)}`]),
  ]
}

function compare(head: EvaluationReport, past: PastReport, strategy: string, metric: string): Compared[] {
  const nowScores = ownEntry(head.strategies, strategy)?.queries
  const pastScores = ownEntry(past.report.strategies, strategy)?.queries
  const pairs = Object.keys(head.queries).flatMap((id) => {
    if (ownEntry(past.report.queries, id)?.text !== head.queries[id]!.text) return []
    const now = ownEntry(nowScores, id)?.[metric]
    const before = ownEntry(pastScores, id)?.[metric]
    return typeof now === 'number' && typeof before === 'number' ? [{ now, before }] : []
  })
  if (pairs.length === 0) return []
  const mean = (side: 'now' | 'before') => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length
  return [{ past, questions: pairs.length, before: mean('before'), now: mean('now') }]
}

function told({ past, questions, before, now }: Compared, strategy: string, metric: string): string {
  const when = `${short(past.commit)}, ${past.days} ${past.days === 1 ? 'day' : 'days'} ago`
  return `\`${strategy}\` ${metric} ${score(before)} (${when}) → ${score(now)} (${difference(now - before)}), over ${count(questions, 'shared question')}.`
}
