import { FEWEST_CHANGED_FOR_POWER } from './interval-limits.ts'
import { type PowerPlan, questionsNeeded, smallestDropCaught } from './power.ts'

export interface PowerQuestion extends Omit<PowerPlan, 'sd'> {
  readonly n: number
  /** Pairs that changed, and the deviation of all differences. */
  readonly changed: number
  readonly sd: number | null
}

/**
 * What a rule can see, in words: "With these 84 questions this rule catches a drop of 0.041 four times in five. To catch
 * 0.03 it needs about 190 questions." The drop asked for is one and a half times `maxDrop`.
 */
export function powerSentence({ changed, sd, ...question }: PowerQuestion): string {
  if (sd === null || changed < FEWEST_CHANGED_FOR_POWER) return 'not enough changed questions to say'
  const plan = { ...question, sd }
  return question.confidence === 'prove-safe' ? proofSentence(plan) : catchSentence(plan)
}

type Plan = PowerPlan & { readonly n: number }

function catchSentence(plan: Plan): string {
  const caught = smallestDropCaught(plan)!
  const drop = 1.5 * plan.maxDrop
  const needed = questionsNeeded({ ...plan, drop })
  const now = `With these ${plan.n} questions this rule catches a drop of ${number(caught)} four times in five.`
  return needed === null || needed <= plan.n
    ? now
    : `${now} To catch ${number(drop)} it needs about ${about(needed)} questions.`
}

function proofSentence(plan: Plan): string {
  const needed = questionsNeeded({ ...plan, drop: 0 })
  if (needed === null) return 'No number of questions can prove that nothing dropped at all.'
  const passes = 'passes an unchanged system four times in five'
  return needed <= plan.n
    ? `With these ${plan.n} questions this rule ${passes}.`
    : `With these ${plan.n} questions this rule stops an unchanged system more than once in five. It ${passes} from about ${about(needed)} questions.`
}

/** Three decimals, without zeros at the end. */
function number(value: number): string {
  return String(Number(value.toFixed(3)))
}

/** Two leading digits: the deviation behind it is no better known. */
function about(count: number): string {
  return String(Number(count.toPrecision(2)))
}
