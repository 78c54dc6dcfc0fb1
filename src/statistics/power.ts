import { normalQuantile } from './normal-quantile.ts'

/** How sure a rule has to be, as the configuration spells it. */
export type PowerConfidence = 'observed' | 'require' | 'prove-safe'

export interface PowerPlan {
  /** The rule's limit on a drop, in the metric's own unit. */
  readonly maxDrop: number
  /** Standard deviation of the paired differences, from the history or a selftest; null where none is known. */
  readonly sd: number | null
  readonly confidence: PowerConfidence
  /** How many tests share Holm's adjustment; 1 unless given. Only `require` tests. */
  readonly adjusted?: number
  /** Where a question's score comes in steps, their size: 1 for yes/no metrics. Sums then jump, and so do verdicts. */
  readonly step?: number
}

/** "Four times in five". */
const CAUGHT = normalQuantile(0.8)
const SAFE = normalQuantile(0.95)

/**
 * The smallest true drop on which a rule fails four times in five with n questions, by the normal approximation:
 * maxDrop + 0.84 standard errors, and for `require` at least 2.80 of them. A `prove-safe` rule fails whatever it cannot
 * exclude, so its drop may be 0: it then stops even an unchanged system that often. Null without a deviation or questions.
 */
export function smallestDropCaught(plan: PowerPlan & { readonly n: number }): number | null {
  const { sd, n, confidence } = plan
  if (sd === null || n < 1) return null
  return Math.max(0, leastObserved(plan, sd, confidence) + (CAUGHT * sd) / Math.sqrt(n))
}

/**
 * How many questions a rule needs to catch `drop` four times in five; for `prove-safe`, to pass an unchanged system four
 * times in five. Null without a deviation, or where no number is enough (a drop within `maxDrop`).
 */
export function questionsNeeded(plan: PowerPlan & { readonly drop: number }): number | null {
  const { maxDrop, sd, confidence, adjusted, drop } = plan
  if (sd === null) return null
  if (confidence === 'prove-safe') return maxDrop > 0 ? enough(sd, SAFE + CAUGHT, maxDrop) : null
  if (drop <= maxDrop) return null
  const beyondLimit = enough(sd, CAUGHT, drop - maxDrop)
  return confidence === 'observed' ? beyondLimit : Math.max(beyondLimit, enough(sd, critical(adjusted) + CAUGHT, drop))
}

/** The observed drop from which a rule fails: half a step beyond what still passes, where scores come in steps. */
function leastObserved(
  { maxDrop, adjusted, step = 0, n }: PowerPlan & { readonly n: number },
  sd: number,
  rule: PowerConfidence,
): number {
  const standardError = sd / Math.sqrt(n)
  if (rule === 'prove-safe') return maxDrop - SAFE * standardError
  const limit = limitInSteps(maxDrop, n, step)
  // The signs of m changes of one size sum up in steps of two.
  return rule === 'observed' ? limit : Math.max(limit, critical(adjusted) * standardError + step / n)
}

/** The limit on a mean of n scores that come in steps: half a step beyond the last mean that passes. */
export function limitInSteps(maxDrop: number, n: number, step: number): number {
  return step === 0 ? maxDrop : ((Math.floor((maxDrop * n) / step + 1e-9) + 0.5) * step) / n
}

/** Standard errors that make a drop significant: 1.96 for a single test. */
export function critical(adjusted = 1): number {
  return normalQuantile(1 - 0.05 / (2 * adjusted))
}

/** The n at which `errors` standard errors are no more than `distance`. */
function enough(sd: number, errors: number, distance: number): number {
  return Math.max(1, Math.ceil(((sd * errors) / distance) ** 2 - 1e-9))
}
