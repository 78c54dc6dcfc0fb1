import type { RuleResult, Verdict } from '../gate/verdict.ts'
import { cellName } from './cell-name.ts'

/** Counts, over verdicts, how often the gate was not green, and how often each rule said that something is wrong. */
export class Noticed {
  verdicts = 0
  gate = 0
  readonly rules = new Map<string, number>()

  add({ status, results }: Verdict): void {
    this.verdicts++
    if (status !== 'pass') this.gate++
    for (const name of new Set(results.map(cellName))) this.rules.set(name, this.rules.get(name) ?? 0)
    for (const name of new Set(results.filter(isAlarm).map(cellName))) this.rules.set(name, this.rules.get(name)! + 1)
  }
}

/** A rule that only warns has warned. */
function isAlarm({ status }: RuleResult): boolean {
  return status === 'fail' || status === 'warn' || status === 'invalid'
}
