import { holm } from '../statistics/holm.ts'
import type { PairedEvidence } from '../statistics/paired-evidence.ts'
import { assessDrop, type DropOutcome, type View } from './assess-drop.ts'
import { expandWorst } from './expand-worst.ts'
import type { GateInput } from './gate-input.ts'
import { judgeDrop } from './judge-drop.ts'
import type { RuleResult } from './verdict.ts'

/** Every `maxDrop` rule on every strategy, p-values adjusted over the fail-level ones (Holm 1979). */
export function judgeDrops(input: GateInput, view: View): RuleResult[] {
  const rules = input.rules
    .filter(({ maxDrop, metric }) => maxDrop !== undefined && input.metricOf(metric).kind !== 'timing')
    .flatMap((rule) => expandWorst(rule, input))
  const outcomes = rules.flatMap((rule) => rule.strategies.map((strategy) => assessDrop(rule, strategy, input, view)))
  const tested = outcomes.filter((outcome) => outcome.rule.level === 'fail' && evidenceOf(outcome) !== null)
  // A test in which nothing changed still is one of the family: its p is 1.
  const adjusted = holm(tested.map((outcome) => evidenceOf(outcome)!.p ?? 1))
  return outcomes.map((outcome) => {
    const turn = tested.indexOf(outcome)
    const p = evidenceOf(outcome)?.p ?? null
    if (turn < 0 || p === null) return judgeDrop(outcome, { adjustedP: p, family: turn < 0 ? 1 : tested.length })
    return judgeDrop(outcome, { adjustedP: adjusted[turn]!, family: tested.length })
  })
}

function evidenceOf(outcome: DropOutcome): PairedEvidence | null {
  return 'evidence' in outcome ? outcome.evidence : null
}
