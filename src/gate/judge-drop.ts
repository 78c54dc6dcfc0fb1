import { toldApart } from '../numbers.ts'
import type { DropAssessment, DropOutcome } from './assess-drop.ts'
import { type Adjustment, decideDrop } from './decide-drop.ts'
import { dropEvidence, dropNotes } from './drop-evidence.ts'
import { soften } from './soften.ts'
import type { RuleResult } from './verdict.ts'

/** What was seen, to what it means under the rule. */
export function judgeDrop(outcome: DropOutcome, adjustment: Adjustment): RuleResult {
  if (!('drop' in outcome)) return withoutNumbers(outcome)
  const { rule, strategy, baseline, now, change, drop, limit } = outcome
  const decision = decideDrop(outcome, adjustment)
  const [fall, allowed] = toldApart(Math.abs(drop), limit)
  return {
    rule,
    strategy,
    status: soften(decision.status, rule.level),
    expected: limit === 0 ? 'no drop' : `a drop of at most ${allowed}`,
    actual: drop > 0 ? `a drop of ${fall}` : drop < 0 ? `a gain of ${fall}` : 'no change',
    why: decision.why,
    baseline,
    now,
    change,
    evidence: dropEvidence(outcome, adjustment),
    notes: dropNotes(outcome),
  }
}

function withoutNumbers(outcome: Exclude<DropOutcome, DropAssessment>): RuleResult {
  const { rule, strategy } = outcome
  const [status, why] =
    'invalid' in outcome
      ? ([soften('invalid', rule.level), outcome.invalid] as const)
      : (['not compared', outcome.notCompared] as const)
  const nothing = { baseline: null, now: null, change: null, evidence: null, notes: [] }
  return { rule, strategy, status, expected: 'both sides to compare', actual: 'nothing to compare', why, ...nothing }
}
