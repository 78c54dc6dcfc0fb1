import type { LedgerLine } from '../models/ledger.ts'
import type { Apart } from '../models/recorder.ts'

/** What a strategy would ask of a model: of the state that is evaluated, unless it says otherwise. */
export interface PlannedLine extends LedgerLine {
  /** The base that is evaluated beside it; or the questions of `test`, which a sweep asks at its end. */
  readonly of?: 'base' | 'test'
}

/** What a run would ask of models. */
export interface CallPlan {
  readonly lines: readonly PlannedLine[]
  readonly calls: number
  /** Of the models with a price; tokens are estimated. */
  readonly cost: number
  /** Some of the texts that are to be embedded or judged are not written yet: what follows from them is a guess. */
  readonly isGuess: boolean
  /** Models that would be called and have no price. */
  readonly unpriced: readonly string[]
  /** Strategies outside this process, themselves or through a part: nothing is known of what they ask. */
  readonly unplanned: readonly string[]
}

/** A part of a run, with what it asks that the parts before it do not. */
export interface PlannedPart extends Pick<Apart, 'lines'> {
  readonly of?: PlannedLine['of']
}

/** The plan of a whole run. */
export function callPlan(parts: readonly PlannedPart[], unplanned: readonly string[]): CallPlan {
  const lines = parts.flatMap(({ lines, of }): PlannedLine[] => lines.map((line) => (of ? { ...line, of } : line)))
  const called = lines.filter(({ calls }) => calls > 0)
  return {
    lines,
    calls: lines.reduce((sum, { calls }) => sum + calls, 0),
    cost: lines.reduce((sum, { cost }) => sum + (cost ?? 0), 0),
    isGuess: called.some(({ role }) => role !== 'embedder'),
    unpriced: [...new Set(called.filter(({ cost }) => cost === null).map(({ entry }) => entry))],
    unplanned,
  }
}
