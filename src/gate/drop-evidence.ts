import { count, toldApart } from '../numbers.ts'
import { FEW_CLUSTERS } from '../statistics/interval-limits.ts'
import { powerSentence } from '../statistics/power-sentence.ts'
import type { DropAssessment } from './assess-drop.ts'
import type { Adjustment } from './decide-drop.ts'
import type { Evidence } from './verdict.ts'

/** What a decision on a drop rests on; null for a metric of all queries at once. */
export function dropEvidence(
  { rule, limit, span, step, evidence }: DropAssessment,
  adjustment: Adjustment,
): Evidence | null {
  if (evidence === null) return null
  const { sd, ...kept } = evidence
  const plan = {
    maxDrop: limit,
    sd,
    n: kept.n,
    changed: kept.changed,
    confidence: rule.confidence,
    adjusted: Math.max(1, adjustment.family),
    step,
  }
  return { ...kept, adjustedP: adjustment.adjustedP, oneQuery: span / kept.n, power: powerSentence(plan) }
}

/** What a reader should know of the numbers behind a decision on a drop. */
export function dropNotes({ evidence, limit, span, rule }: DropAssessment): string[] {
  if (evidence === null) return [`${rule.metric} is one number for all questions: its change has no interval here`]
  const notes: string[] = []
  const worth = span / evidence.n
  if (limit > 0 && worth > limit) {
    const [one, allowed] = toldApart(worth, limit)
    notes.push(`one question is worth up to ${one}, more than the ${allowed} allowed: losing one can fail this rule`)
  }
  if (evidence.clusters < FEW_CLUSTERS && evidence.clusters < evidence.n) {
    notes.push(`only ${count(evidence.clusters, 'cluster')} of questions: interval and p are rough`)
  }
  return notes
}
