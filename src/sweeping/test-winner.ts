import type { Config } from '../config/config.ts'
import { confirm } from '../sweep/confirm.ts'
import { gainOf } from '../sweep/gain.ts'
import { Measured } from '../sweep/measured.ts'
import type { RaceResult } from '../sweep/race.ts'
import type { Confirmation } from '../sweep/sweep-result.ts'
import type { SweepAsker } from './sweep-asker.ts'
import type { SweepPlan } from './sweep-plan.ts'
import type { SweepQuestions } from './sweep-questions.ts'

/** What `test` says, or why it was not asked. */
export type Tested =
  | { readonly confirmation: Confirmation; readonly why: null; readonly erred: false }
  | { readonly confirmation: null; readonly why: string; readonly erred: boolean }

interface TestOptions {
  readonly found: RaceResult
  readonly plan: SweepPlan
  readonly questions: SweepQuestions
  readonly asker: SweepAsker
  readonly config: Pick<Config, 'seed' | 'maxErrors'>
  /** `--no-test` was not given. */
  readonly wanted: boolean
}

/** Asks the winner and the current setting the questions of `test`: only where there is a gain to confirm. */
export async function testWinner(options: TestOptions): Promise<Tested> {
  const { found, plan, questions, asker, config, wanted } = options
  const { current, winner } = found
  const notAsked = (why: string): Tested => ({ confirmation: null, why, erred: false })
  if (winner === current) return notAsked('no setting is better than the current one, so there is no gain to confirm')
  if (!wanted) return notAsked('not asked for (`--no-test`)')
  if (questions.test.length === 0) return notAsked('no question of `test` has a score')
  const measure = async (index: number, other: number): Promise<Measured> => {
    const measured = new Measured()
    const { scored, errors } = await (await asker.open(plan.settings[index]!, [plan.settings[other]!])).ask(
      questions.test,
    )
    measured.add(scored, errors)
    return measured
  }
  const base = await measure(current.index, winner.index)
  const now = await measure(winner.index, current.index)
  const erred = Math.max(base.errors.size, now.errors.size)
  if (erred > config.maxErrors) return { confirmation: null, why: `${erred} of its questions erred`, erred: true }
  const confirmation = confirm(base, now, {
    queries: questions.test,
    seed: config.seed,
    devGain: gainOf(current.measured, winner.measured, questions.dev, config.seed).difference,
    hasBudget: plan.budgetMetric !== null,
  })
  return { confirmation, why: null, erred: false }
}
