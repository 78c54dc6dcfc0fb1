import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { Verdict } from '../gate/verdict.ts'

/** How a selftest goes about it. */
export interface SelftestOptions {
  /** What the gate says of a base and a head report, as a run would. */
  decide(base: EvaluationReport, head: EvaluationReport): Promise<Verdict>
  readonly seed: string
  /** Random exchanges of base and head. */
  readonly trials: number
  /** Draws of each mutation at each strength. */
  readonly repeats: number
  progress(what: string, done: number, total: number): void
  /** Lets others have their turn; throws where the selftest is to end. */
  pause(): Promise<void>
}
