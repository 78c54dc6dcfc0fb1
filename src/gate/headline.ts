import { count, difference, score, toldApart } from '../numbers.ts'
import { dropLimit } from './drop-limit.ts'
import { fewOf, pinnedByQuestion } from './pinned-by-question.ts'
import { subject } from './subject.ts'
import type { RuleResult, Verdict } from './verdict.ts'

const FIRST_RUN = 'Nothing to compare with yet: this run can be the first baseline'

/** One line that says what was decided, and the number that decided it. */
export function headline(verdict: Omit<Verdict, 'headline' | 'notes' | 'broke'>, hasBaseline: boolean): string {
  const { status, reasons, deciding, pinned, latency } = verdict
  if (status === 'invalid') return `Could not be decided: ${withOthers(reasons)}`
  if (status === 'fail') {
    if (deciding === null) return pinnedFailure(pinned)
    return latency.includes(deciding)
      ? `Retrieval is too slow: \`${deciding.strategy}\` ${deciding.why}`
      : failure(deciding)
  }
  return `${holding(verdict, hasBaseline)}${warnings(verdict)}`
}

function withOthers([first = 'nothing was measured', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first}, and ${count(others.length, 'more reason')}`
}

function pinnedFailure(pinned: Verdict['pinned']): string {
  const questions = pinnedByQuestion(pinned)
  const ids = [...new Set(questions.map(({ query }) => query))]
  const strategies = [...new Set(questions.flatMap((question) => question.strategies))]
  const kind = pinned.every((failure) => failure.protected) ? 'protected' : 'pinned'
  const on = strategies.length === 0 ? '' : ` (on ${fewOf(strategies)})`
  if (ids.length > 1) return `${ids.length} ${kind} questions fail: ${fewOf(ids, 3)}${on}`
  return `A ${kind} question fails: ${ids[0]} ${questions[0]?.why}${on}`
}

function failure(result: RuleResult): string {
  if (result.change === null) return `Retrieval is out of bounds: \`${result.strategy}\` ${result.why}`
  if (!exceeds(result)) return `Retrieval may be worse: \`${result.strategy}\` ${result.why}`
  return `Retrieval got worse: ${moved(result)}`
}

/** False for a drop that fails only because a larger one cannot be excluded. */
function exceeds({ rule, baseline, change }: RuleResult): boolean {
  if (rule.confidence !== 'prove-safe' || baseline === null || change === null) return true
  return -change > dropLimit(rule, baseline)
}

function holding({ deciding, results }: Pick<Verdict, 'deciding' | 'results'>, hasBaseline: boolean): string {
  if (deciding !== null && deciding.change !== null) return `Retrieval holds: ${moved(deciding)}`
  const limits = deciding === null ? '' : `; ${floor(deciding)}`
  if (!hasBaseline) return `${FIRST_RUN}${limits}`
  const missing = results.find(({ status, rule }) => status === 'not compared' && rule.maxDrop !== undefined)
  if (missing !== undefined) return `Nothing to compare \`${missing.strategy}\` with: ${missing.why}${limits}`
  return deciding === null ? 'Nothing failed: no rule compares scores' : `Retrieval holds: ${floor(deciding)}`
}

function floor({ strategy, rule, actual, expected }: RuleResult): string {
  return `\`${strategy}\` ${subject(rule)} ${actual}, ${expected} is asked for`
}

/** Rules on latency are left out here: what they find varies between identical runs. */
function warnings({ results }: Pick<Verdict, 'results'>): string {
  const count = results.filter(({ status }) => status === 'warn').length
  return count === 0 ? '' : `; ${count} ${count === 1 ? 'rule warns' : 'rules warn'}`
}

function moved({ strategy, rule, baseline, now, change, expected }: RuleResult): string {
  const about = `\`${strategy}\` ${subject(rule)} ${score(baseline)} → ${score(now)}`
  if (rule.maxDrop === undefined || baseline === null || change === null) return `${about} (${expected})`
  const limit = dropLimit(rule, baseline)
  const [, allowed] = toldApart(Math.abs(change), limit)
  return `${about} (${difference(change)}, allowed ${limit === 0 ? '0' : `\u2212${allowed}`})`
}
