import type { Query } from '../model.ts'
import { adjustedT, marginOf } from '../statistics/adjusted-t.ts'
import { FEWEST_CHANGED_FOR_INTERVAL, FEWEST_PAIRS_TO_PROVE_SAFE } from '../statistics/interval-limits.ts'
import { pairedDifferences } from '../statistics/paired-differences.ts'
import type { Measured, Scored } from './measured.ts'
import { pairedScores } from './paired-scores.ts'

/**
 * Why a setting cannot win any more. `exact`: not even the best score on every question that is left would do.
 * `bound`: the one-sided bound of what it gains on the leader, on all questions, is below 0.
 */
export type Reason = 'exact' | 'bound'

export interface RaceRules {
  /** All questions, in a fixed order. */
  readonly queries: readonly Query[]
  /** Worst and best score of a question. */
  readonly range: readonly [number, number]
  /** How often a setting is looked at: the chance of a wrong answer is shared among the looks. */
  readonly looks: number
}

/** The chance that the setting which is best on all questions is given up, at most. */
export const RISK = 0.01

/** Means closer than this are the same. */
export const TOLERANCE = 1e-9

/** Where less than this share is left, stopping saves little and costs the numbers. */
const FEWEST_LEFT = 0.2

/** Whether a setting that has answered some of the questions can still beat the leader, which has answered all. */
export function cannotWin(setting: Measured, leader: Measured, rules: RaceRules): Reason | null {
  const { queries } = rules
  if (queries.length - setting.asked < FEWEST_LEFT * queries.length) return null
  const erred = setting.errors.size > 0 || leader.errors.size > 0
  if (!erred && mostPossible(setting, leader, rules) <= TOLERANCE * queries.length) return 'exact'
  const bound = boundOfGain(setting, leader, rules)
  return bound !== null && bound < 0 ? 'bound' : null
}

/** The sum of what the setting gains on the leader when it does perfectly from now on. */
function mostPossible(setting: Measured, leader: Measured, { queries, range }: RaceRules): number {
  return queries.reduce((sum, { id }) => {
    const held = leader.scored.get(id)
    return held === undefined ? sum : sum + (setting.scored.get(id)?.score ?? range[1]) - held.score
  }, 0)
}

/**
 * The one-sided upper bound of the mean gain on all questions from a random sample of them: a race in the manner of Maron
 * and Moore ("Hoeffding races", 1994), with the interval of paired differences in place of Hoeffding's bound, and the
 * correction of a finite population (Cochran, "Sampling Techniques", 1977, 2.6), since what is asked for is the winner on
 * these questions. Only the setting that is best can be given up wrongly, so that the risk is shared among its looks
 * alone. Gains that are rare and large may not have been met yet: the sample is taken with one more question, which
 * brings the most that a question left can bring. Null where too few questions were asked, or changed.
 */
function boundOfGain(setting: Measured, leader: Measured, { queries, range, looks }: RaceRules): number | null {
  const { base, now, clusters } = pairedScores(leader, setting, queries)
  if (base.length < FEWEST_PAIRS_TO_PROVE_SAFE) return null
  const lowest = Math.min(...leftTo(setting, leader, queries).map(({ score }) => score))
  const differences = pairedDifferences([...base, lowest], [...now, range[1]], [...clusters, undefined])
  const adjusted = adjustedT(differences)
  if (adjusted === null || differences.changedClusters < FEWEST_CHANGED_FOR_INTERVAL) return null
  const left = Math.sqrt(1 - base.length / queries.length)
  return adjusted.center + left * marginOf(adjusted, 1 - RISK / Math.max(1, looks))
}

/** What the leader has scored on the questions that are left to a setting. */
function leftTo({ scored }: Measured, leader: Measured, queries: readonly Query[]): Scored[] {
  return queries.flatMap(({ id }) => (scored.has(id) ? [] : (leader.scored.get(id) ?? [])))
}
