import { incompleteBeta } from './incomplete-beta.ts'
import { FEWEST_CHANGED_FOR_INTERVAL, fewestChangedForP } from './interval-limits.ts'
import { normalCdf } from './normal-cdf.ts'
import { critical, limitInSteps, type PowerPlan } from './power.ts'
import { studentTQuantile } from './student-t-quantile.ts'

/** A rule on n questions of a change whose differences are known from elsewhere. */
export interface ExpectedChange extends PowerPlan {
  readonly n: number
  /** Mean of base - now: above 0 is a loss. */
  readonly drop: number
  /** The share of questions that the change changes. */
  readonly changed: number
  /** Of now - base; those of a normal distribution unless given. Changes that are nearly all falls are far from that. */
  readonly skewness?: number
  readonly kurtosis?: number
}

/**
 * How often a rule fails. `observed` by the normal approximation of the mean; the other two by that of Student's ratio with
 * its bias and variance under skewness (Johnson 1978, to order 1/n). It knows what the rules do with few changed
 * questions: `require` then decides as `observed`, `prove-safe` fails. Null without a deviation or questions.
 */
export function chanceOfFailing(change: ExpectedChange): number | null {
  const { maxDrop, sd, n, confidence, drop, changed, step = 0 } = change
  if (sd === null || n < 1) return null
  const standardError = sd / Math.sqrt(n)
  const observed = normalCdfOf(drop - limitInSteps(maxDrop, n, step), standardError)
  if (confidence === 'observed' || sd === 0) return observed
  if (confidence === 'require') {
    const few = chanceOfFewer(fewestChangedForP(change.adjusted ?? 1), n, changed)
    return few * observed + (1 - few) * Math.min(observed, significant(change, sd))
  }
  const few = chanceOfFewer(FEWEST_CHANGED_FOR_INTERVAL, n, changed)
  return few + (1 - few) * notExcluded(change, sd)
}

/** The permutation test's p is small where the root of the mean square is: Student's ratio, with a larger bound. */
function significant(change: ExpectedChange, sd: number): number {
  const { n, adjusted, step = 0 } = change
  const z = critical(adjusted) + (step / sd) * n ** -0.5
  const bound = z >= Math.sqrt(n) ? Number.POSITIVE_INFINITY : z / Math.sqrt(1 - z ** 2 / n)
  return 1 - ratioCdf(bound, change.drop / sd, change)
}

/** The one-sided bound of the adjusted t reaches `maxDrop`. */
function notExcluded(change: ExpectedChange, sd: number): number {
  const { n, maxDrop, drop } = change
  const changed = Math.max(1, n * change.changed)
  const bound = studentTQuantile(0.95, changed + 1) * Math.sqrt((changed + 1) / changed) * (n / (n + 2))
  return 1 - ratioCdf(-bound, (drop - maxDrop) / sd, change)
}

/** The distribution function of Student's ratio of base - now, at a true distance of `theta` deviations. */
function ratioCdf(t: number, theta: number, { n, skewness = 0, kurtosis = 3 }: ExpectedChange): number {
  const gamma = -skewness
  const center = Math.sqrt(n) * theta + ((3 * theta * (kurtosis - 1)) / 8 - gamma / 2) / Math.sqrt(n)
  const variance = Math.max(1e-6, 1 - theta * gamma + (theta ** 2 * (kurtosis - 1)) / 4)
  return t === Number.POSITIVE_INFINITY ? 1 : normalCdf((t - center) / Math.sqrt(variance))
}

function normalCdfOf(distance: number, deviation: number): number {
  return deviation === 0 ? Number(distance > 0) : normalCdf(distance / deviation)
}

/** The binomial chance that fewer than `count` of n questions change. */
function chanceOfFewer(count: number, n: number, share: number): number {
  return n < count ? 1 : incompleteBeta(1 - share, n - count + 1, count)
}
