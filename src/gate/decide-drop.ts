import { count, score, toldApart } from '../numbers.ts'
import { FEWEST_CLUSTERS, fewestChangedForP } from '../statistics/interval-limits.ts'
import type { DropAssessment } from './assess-drop.ts'
import { subject } from './subject.ts'
import type { RuleStatus } from './verdict.ts'

/** Holm's family: how many tests share the adjustment, and this one's adjusted p. */
export interface Adjustment {
  readonly adjustedP: number | null
  readonly family: number
}

export interface Decision {
  readonly status: RuleStatus
  readonly why: string
}

const LEVEL = 0.05

/** Whether a drop fails its rule, as sure as the rule wants to be. */
export function decideDrop(assessment: DropAssessment, adjustment: Adjustment): Decision {
  const { rule, evidence } = assessment
  if (evidence === null || rule.confidence === 'observed') return observed(assessment)
  if (evidence.clusters < FEWEST_CLUSTERS) {
    const found = `${count(evidence.clusters, 'cluster')} of questions`
    return { status: 'invalid', why: `${subject(rule)}: ${found}, and ${rule.confidence} needs ${FEWEST_CLUSTERS}` }
  }
  return rule.confidence === 'require' ? required(assessment, adjustment) : provenSafe(assessment)
}

function observed({ drop, limit, rule }: DropAssessment): Decision {
  const about = subject(rule)
  if (drop === 0) return { status: 'pass', why: `${about} did not change` }
  const [fall, allowed] = toldApart(Math.abs(drop), limit)
  if (drop < 0) return { status: 'pass', why: `${about} improved by ${fall}` }
  if (limit === 0) return { status: 'fail', why: `${about} got worse by ${fall}, and no drop is allowed` }
  return drop > limit
    ? { status: 'fail', why: `${about} got worse by ${fall}, more than the ${allowed} allowed` }
    : { status: 'pass', why: `${about} got worse by ${fall}, within the ${allowed} allowed` }
}

function required(assessment: DropAssessment, { adjustedP, family }: Adjustment): Decision {
  const seen = observed(assessment)
  if (assessment.drop === 0) return seen
  const { wins, losses, clusters, n } = assessment.evidence!
  const changed = wins + losses
  if (changed < fewestChangedForP(family)) {
    const noun = clusters < n ? 'changed cluster' : 'changed question'
    const adjusted = family > 1 ? ` that is adjusted for ${family} tests` : ''
    const because = `${count(changed, noun)} cannot give a p below ${LEVEL}${adjusted}, so the observed change decides`
    return { ...seen, why: `${seen.why}; ${because}` }
  }
  const p = adjustedP ?? 1
  const chance = `p ${probability(p)} for "no change"${family > 1 ? `, adjusted for ${family} tests` : ''}`
  if (seen.status === 'pass') return { ...seen, why: `${seen.why} (${chance})` }
  return p <= LEVEL
    ? { status: 'fail', why: `${seen.why}, and not by chance (${chance})` }
    : { status: 'pass', why: `${seen.why}, but chance alone can do that (${chance})` }
}

function provenSafe({ bound, limit, rule, evidence }: DropAssessment): Decision {
  const about = subject(rule)
  if (bound === null || bound.bound === null) {
    return { status: 'invalid', why: `${about}: ${bound?.reason ?? 'no bound'}` }
  }
  const excluded = bound.bound < limit || (bound.bound === 0 && limit === 0)
  const [largest, allowed] = toldApart(bound.bound, limit)
  const how = `one-sided 95 %, ${bound.method}`
  if (!excluded) {
    const unchanged = evidence?.changed === 0 ? 'no score changed, but hits did; ' : ''
    const why = `${unchanged}a drop of ${about} by ${largest} cannot be excluded (${how}), and ${allowed} is allowed`
    return { status: 'fail', why }
  }
  if (bound.bound === 0) return { status: 'pass', why: `${about} cannot have changed: every hit is the same` }
  if (bound.bound < 0) return { status: 'pass', why: `any drop of ${about} is excluded (${how})` }
  return { status: 'pass', why: `a drop of ${about} above ${largest} is excluded (${how}), and ${allowed} is allowed` }
}

function probability(p: number): string {
  return p < 0.001 ? 'below 0.001' : score(p)
}
