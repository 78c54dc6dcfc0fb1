import { UserError } from '../errors.ts'
import { selectSplit } from '../evalset/select-split.ts'
import type { MatchRule } from '../judging/match.ts'
import type { RankingMetric } from '../metrics/metric.ts'
import type { EvalSet, Query } from '../model.ts'
import { scorable } from '../sweep/score-questions.ts'

/** The questions of a sweep that have a score under its metric, by id. */
export interface SweepQuestions {
  readonly dev: readonly Query[]
  readonly test: readonly Query[]
  /** By themselves, or by a hash of their ids. */
  readonly split: 'named' | 'hashed'
  /** Of the questions of `test` with their judgments. */
  readonly testFingerprint: string
}

/** The fewest questions that a comparison of settings makes sense on. */
const FEWEST = 2

/** Splits an eval set. Throws `UserError` where `dev` has no two questions to compare by. */
export function sweepQuestions(evalSet: EvalSet, metric: RankingMetric, match: MatchRule): SweepQuestions {
  const dev = scorable(selectSplit(evalSet, 'dev').queries, metric, match)
  if (dev.length < FEWEST) {
    throw new UserError({
      where: evalSet.path,
      what: `there is nothing to choose a setting by: ${dev.length} questions of \`dev\` have a score under ${metric.id}`,
      expected: `at least ${FEWEST}, better a hundred`,
    })
  }
  const test = testOf(evalSet)
  return {
    dev,
    test: scorable(test.queries, metric, match),
    split: evalSet.queries.some(({ split }) => split !== undefined) ? 'named' : 'hashed',
    testFingerprint: test.fingerprint,
  }
}

function testOf(evalSet: EvalSet): EvalSet {
  try {
    return selectSplit(evalSet, 'test')
  } catch (error) {
    if (error instanceof UserError) return { ...evalSet, queries: [], fingerprint: '' }
    throw error
  }
}
