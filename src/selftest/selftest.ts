import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { Verdict } from '../gate/verdict.ts'
import { caughtMutations, type MutationResult } from './caught-mutations.ts'
import { decideSides } from './decide-sides.ts'
import { differingParts } from './differing-parts.ts'
import { type FalseAlarms, falseAlarms } from './false-alarms.ts'
import { loseAll } from './mutate.ts'
import type { SelftestOptions } from './selftest-options.ts'
import { TestBench } from './test-bench.ts'

/** What the gate said, and the line that says why. */
export type Said = Pick<Verdict, 'status' | 'headline'>

export interface SelftestResult {
  /** Neither fails on nothing nor passes on everything. */
  readonly sound: boolean
  /** The verdict on two evaluations of the same input; anything but pass is a broken gate. */
  readonly identical: Said & Pick<Verdict, 'pinned'>
  /** The verdict when nothing is found any more; a pass is a broken gate. */
  readonly totalLoss: Said
  /** What the second evaluation of the same input did not repeat; empty where it is deterministic. */
  readonly differing: readonly string[]
  readonly falseAlarms: FalseAlarms
  readonly mutations: readonly MutationResult[]
}

/** Is this gate able to fail, and does it cry wolf, on this very eval set? `again` is a second run of the same input. */
export async function selftest(
  report: EvaluationReport,
  again: EvaluationReport,
  options: SelftestOptions,
): Promise<SelftestResult> {
  const bench = new TestBench(report)
  const { pinned, ...verdict } = await options.decide(report, again)
  const identical = { ...said(verdict), pinned }
  const totalLoss = said(decideSides(bench, bench.side, loseAll(bench), options.seed))
  return {
    sound: identical.status === 'pass' && totalLoss.status !== 'pass',
    identical,
    totalLoss,
    differing: differingParts(report, again),
    falseAlarms: await falseAlarms(report, options),
    mutations: await caughtMutations(bench, options),
  }
}

function said({ status, headline }: Said): Said {
  return { status, headline }
}
