import type { EvaluationReport } from '../baseline/report-schema.ts'
import type { Comparison } from '../comparison/comparison.ts'
import type { Verdict } from '../gate/verdict.ts'

/** Where things can be linked to; everything is optional, a report without links is still whole. */
export interface Links {
  /** `https://github.com/OWNER/REPO` */
  readonly repository?: string
  /** The head commit, for links to lines. */
  readonly commit?: string
  /** Path of the knowledge base's root inside the repository, with a trailing `/`, or empty. */
  readonly root?: string
  /** The workflow run, where the full report is. */
  readonly run?: string
}

/** Everything a run found out; reports are pure functions of it. */
export interface Outcome {
  readonly report: EvaluationReport
  readonly comparison: Comparison | null
  /** Why there is no comparison, or which baseline it is and why not an earlier choice. */
  readonly baselineNote: string
  readonly verdict: Verdict
  readonly links: Links
}

export interface ReportOptions {
  /** Leave out everything that varies between identical runs. */
  readonly timing: boolean
}

/** A kind of report: the outcome to files, as relative path -> text. */
export interface Report {
  readonly summary: string
  render(outcome: Outcome, options: ReportOptions): Promise<ReadonlyMap<string, string>>
}
