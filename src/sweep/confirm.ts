import type { Query } from '../model.ts'
import { gainOf } from './gain.ts'
import type { Measured, Scored } from './measured.ts'
import { scoreEstimate } from './score-estimate.ts'
import type { Confirmation } from './sweep-result.ts'

/** Below this many questions `test` says nothing about gains of the size that settings bring. */
export const FEWEST_TEST_QUESTIONS = 50

export interface ConfirmOptions {
  /** The questions of `test` that have a score, by id. */
  readonly queries: readonly Query[]
  readonly seed: string
  /** What the winner gained on `dev`. */
  readonly devGain: number
  readonly hasBudget: boolean
}

/** How much of the winner's gain is left on questions that it was not chosen by. */
export function confirm(current: Measured, winner: Measured, options: ConfirmOptions): Confirmation {
  const { queries, seed, devGain, hasBudget } = options
  const gain = gainOf(current, winner, queries, seed)
  const budget = ({ budget }: Scored) => budget ?? 0
  return {
    questions: gain.n,
    current: scoreEstimate(current, queries, seed),
    winner: scoreEstimate(winner, queries, seed),
    gain,
    budgetGain: hasBudget ? gainOf(current, winner, queries, seed, budget) : null,
    survived: gain.difference / devGain,
    outcome: outcomeOf(gain),
  }
}

function outcomeOf({ n, difference, interval }: Confirmation['gain']): Confirmation['outcome'] {
  if (n < FEWEST_TEST_QUESTIONS) return 'too few questions'
  if (difference <= 0) return 'gone'
  return !('none' in interval) && interval.lower > 0 ? 'confirmed' : 'uncertain'
}
